// Connects a UCI session to streams, until `quit` or the end of the input.
#pragma once

#include "search/searcher.h"

#include <cstdint>
#include <cstdio>
#include <istream>
#include <string>

namespace rookery::uci {

struct LoopSetup {
    std::string engine_name;
    SearcherTable searchers;
    std::uint64_t seed = 1;
};

void run_loop(const LoopSetup& setup, std::istream& input, std::FILE* output);

// One command alone, until it is answered.
void run_command(const LoopSetup& setup, const std::string& command, std::FILE* output);

}  // namespace rookery::uci
