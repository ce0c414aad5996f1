// Connects a conversation with the engine to streams, until `quit` or the end of the input.
#pragma once

#include "protocol/output.h"
#include "search/searcher.h"

#include <cstdint>
#include <cstdio>
#include <istream>
#include <string>

namespace rookery {

struct LoopSetup {
    std::string engine_name;
    SearcherTable searchers;
    std::uint64_t seed = 1;
};

enum class Dialect : std::uint8_t { Uci, Xboard };

// Whatever dialect is expected, a conversation that begins with `uci` or `xboard` goes on in that one.
void run_loop(const LoopSetup& setup, Dialect expected, std::istream& input, std::FILE* output);

// Flushes every time.
[[nodiscard]] TextSink sink_for(std::FILE* output);

}  // namespace rookery
