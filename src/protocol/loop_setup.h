// What a conversation needs beside its streams.
#pragma once

#include "protocol/output.h"
#include "search/searcher.h"

#include <cstdint>
#include <cstdio>
#include <string>

namespace rookery {

struct LoopSetup {
    std::string engine_name;
    SearcherTable searchers;
    std::uint64_t seed = 1;
};

// Flushes every time.
[[nodiscard]] inline TextSink sink_for(std::FILE* output) {
    return [output](std::string_view lines) {
        std::fwrite(lines.data(), 1, lines.size(), output);
        std::fflush(output);
    };
}

}  // namespace rookery
