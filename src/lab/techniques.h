// `lab search`: what each technique of the search is worth, by matches of the engine without it
// against the whole engine.
#pragma once

#include "arena/statistics/result_table.h"
#include "lab/match_series.h"
#include "search/searcher.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rookery::lab {

struct TechniquesSettings {
    std::vector<std::string> only;  // names, with or without use_; none means all
    std::uint64_t nodes = 8000;
    SeriesSettings series;
    arena::TableOutput output;
};

// Returns the exit code.
[[nodiscard]] int run_techniques(const TechniquesSettings& settings, SearcherTable searchers);

}  // namespace rookery::lab
