// Connects a UCI session to streams, until `quit` or the end of the input.
#pragma once

#include "protocol/loop_setup.h"

#include <cstdio>
#include <istream>
#include <optional>
#include <string>

namespace rookery::uci {

// The first line has been read already; none if it was too long.
void run_loop(const LoopSetup& setup, const std::optional<std::string>& first_line,
              std::istream& input, std::FILE* output);

// One command alone, until it is answered.
void run_command(const LoopSetup& setup, const std::string& command, std::FILE* output);

}  // namespace rookery::uci
