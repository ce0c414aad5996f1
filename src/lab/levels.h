// `lab levels`: how far apart the levels of strength are, by matches of each level against the next
// lower one.
#pragma once

#include "arena/statistics/result_table.h"
#include "lab/match_series.h"
#include "search/searcher.h"

#include <string>
#include <vector>

namespace rookery::lab {

struct LevelsSettings {
    std::vector<std::string> only;  // of "2" to "10"; none means all
    SeriesSettings series{.games = 200, .hash_mib = 4};
    arena::TableOutput output;
};

// "2" to "10"
[[nodiscard]] std::vector<std::string> levels_with_one_below();

// Returns the exit code.
[[nodiscard]] int run_levels(const LevelsSettings& settings, SearcherTable searchers);

}  // namespace rookery::lab
