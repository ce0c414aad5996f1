// `lab growth`: measures and prints.
#pragma once

#include "commands/lab_output.h"
#include "commands/position_option.h"
#include "search/searcher.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rookery {

struct GrowthArguments {
    std::vector<std::string> parts;  // names of growth_parts(); none means all
    PositionOption position;
    std::optional<int> depth;
    std::uint64_t most_nodes = 50'000'000;
    std::size_t threads = 1;
    int turns = 5;
    std::optional<int> seeds;
    std::optional<std::uint64_t> rounds;
    std::string traps;   // a file instead of our own
    std::string charts;  // a folder
    LabOutput output;
};

[[nodiscard]] std::vector<std::string> growth_parts();

// Returns the exit code.
[[nodiscard]] int run_growth(const GrowthArguments& arguments, SearcherTable searchers);

}  // namespace rookery
