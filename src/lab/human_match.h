// `rookery human match`: how many moves of people are predicted, by rating, by the human network
// and by any of our searchers.
#pragma once

#include "arena/statistics/result_table.h"
#include "lab/human_sample.h"
#include "search/searcher.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rookery::lab {

struct HumanMatchSettings {
    HumanSample sample;
    std::string network;                 // a file; empty: the one inside the program
    std::vector<std::string> searchers;  // as in `match`
    std::uint64_t nodes = 1000;          // of a searcher, unless its level has fewer
    arena::TableOutput output;
};

// Prints a table; returns the exit code.
[[nodiscard]] int run_human_match(const HumanMatchSettings& settings, SearcherTable searchers);

}  // namespace rookery::lab
