// `lab growth`: how the work of a search grows with depth, threads and rounds. The parts are in
// node_growth.h, thread_gain.h, convergence.h and traps.h.
#pragma once

#include "arena/statistics/result_table.h"
#include "chess/position.h"
#include "search/searcher.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rookery::lab {

struct GrowthSettings {
    std::vector<std::string> parts;    // names of growth_parts(); none means all
    std::optional<Position> position;  // instead of the usual positions
    std::optional<int> depth;
    std::uint64_t most_nodes = 50'000'000;
    std::size_t threads = 1;
    int turns = 5;
    std::optional<int> seeds;
    std::optional<std::uint64_t> rounds;
    std::string traps;   // a file instead of the built-in traps
    std::string charts;  // a folder
    arena::TableOutput output;
};

// The part "convergence" had this name before, which is still understood.
inline constexpr const char* former_convergence = "settling";

[[nodiscard]] std::vector<std::string> growth_parts();

// Returns the exit code.
[[nodiscard]] int run_growth(const GrowthSettings& settings, SearcherTable searchers);

}  // namespace rookery::lab
