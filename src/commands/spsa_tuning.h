// One run of `rookery tune spsa`.
#pragma once

#include "search/searcher.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rookery {

struct SpsaArguments {
    std::string searcher;  // empty: the engine's
    std::vector<std::string> only;
    std::string openings;  // empty: random ones
    std::string control = "nodes=8000";
    std::uint64_t pairs = 10'000;
    double rate = 0.002;
    std::uint64_t seed = 1;
    std::size_t threads = 1;
    std::size_t hash_mib = 8;
    std::string checkpoint;
    std::string chart;
    bool resume = false;
};

// Returns the exit code.
[[nodiscard]] int run_spsa(SpsaArguments arguments, SearcherTable searchers);

}  // namespace rookery
