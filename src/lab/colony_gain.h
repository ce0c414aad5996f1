// `lab colony`: how many times as fast a colony is as one engine, simulated or live.
#pragma once

#include "arena/statistics/result_table.h"
#include "lab/solving.h"
#include "search/searcher.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rookery::lab {

struct ColonyGainSettings {
    std::vector<std::size_t> workers = {2, 4, 8};
    double seconds = 2;
    int nodes_per_second = 50'000;
    std::string searcher = "colony-simulation";
    std::vector<std::string> settings;  // NAME=N of the searcher
    std::string live;                   // the invitation of a coordinator: its workers are measured
    std::string positions;              // EPD with best moves; empty: from the engine's games
    std::string save;                   // a file to keep these positions in
    TestPositionPlan plan;
    arena::TableOutput output;
};

// Returns the exit code.
[[nodiscard]] int run_colony_gain(const ColonyGainSettings& settings, SearcherTable searchers);

}  // namespace rookery::lab
