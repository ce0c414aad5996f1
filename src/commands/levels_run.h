// `lab levels`: how far apart the levels of strength are.
#pragma once

#include "commands/lab_output.h"
#include "commands/series_options.h"
#include "search/searcher.h"

#include <string>
#include <vector>

namespace rookery {

struct LevelsArguments {
    std::vector<std::string> only;  // of "2" to "10"; none means all
    SeriesOptions series{.games = 200, .hash_mib = 4};
    LabOutput output;
};

[[nodiscard]] std::vector<std::string> levels_with_one_below();

// Returns the exit code.
[[nodiscard]] int run_levels(const LevelsArguments& arguments, SearcherTable searchers);

}  // namespace rookery
