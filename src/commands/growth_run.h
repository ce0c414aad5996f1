// `lab growth`: measures and prints.
#pragma once

#include "commands/cli.h"
#include "commands/lab_output.h"
#include "lab/convergence.h"
#include "lab/node_growth.h"
#include "lab/result_table.h"
#include "lab/thread_gain.h"
#include "lab/traps.h"
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

// The tables and pictures of `lab growth`.

[[nodiscard]] lab::ResultTable nodes_table(const lab::NodeGrowth& growth);
// How many times the nodes of the depth before.
[[nodiscard]] lab::ResultTable branching_table(const lab::NodeGrowth& growth);
[[nodiscard]] lab::ResultTable threads_table(const std::vector<lab::ThreadRow>& rows,
                                             const lab::ThreadPlan& plan, std::size_t positions);
[[nodiscard]] lab::ResultTable settling_table(const lab::Convergence& settling);

// Without rows; each player adds one.
[[nodiscard]] lab::ResultTable traps_table(const std::vector<lab::Trap>& traps);
[[nodiscard]] std::vector<lab::Cell> trap_row(const lab::TrapPlayer& player,
                                              const lab::TrapTally& tally);

// The same as pictures, where a curve says more than a table.
[[nodiscard]] std::string nodes_chart(const lab::NodeGrowth& growth);
[[nodiscard]] std::string settling_chart(const std::vector<lab::Convergence>& settlings);

}  // namespace rookery
