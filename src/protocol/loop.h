// Connects a conversation with the engine to streams, until `quit` or the end of the input.
#pragma once

#include "protocol/loop_setup.h"

#include <cstdint>
#include <cstdio>
#include <istream>

namespace rookery {

enum class Dialect : std::uint8_t { Uci, Xboard };

// Whatever dialect is expected, a conversation that begins with `uci` or `xboard` goes on in that one.
void run_loop(const LoopSetup& setup, Dialect expected, std::istream& input, std::FILE* output);

}  // namespace rookery
