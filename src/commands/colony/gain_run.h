// `lab colony`: how many times as fast a colony is as one engine.
#pragma once

#include "commands/lab_output.h"
#include "lab/test_positions.h"
#include "search/searcher.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rookery {

struct GainArguments {
    std::vector<std::size_t> workers = {2, 4, 8};
    double seconds = 2;
    int nodes_per_second = 50'000;
    std::string searcher = "colony-simulation";
    std::vector<std::string> settings;  // NAME=N of that
    std::string live;                   // a coordinator's invitation: measures who is there
    std::string positions;              // EPD with best moves; empty: from the engine's games
    std::string save;                   // those positions, for the next time
    lab::TestPositionPlan plan;
    LabOutput output;
};

// Returns the exit code.
[[nodiscard]] int run_gain(const GainArguments& arguments, SearcherTable searchers);

}  // namespace rookery
