// The tables and pictures of `lab growth`.
#pragma once

#include "lab/node_growth.h"
#include "lab/settling.h"
#include "lab/table.h"
#include "lab/thread_gain.h"
#include "lab/trap_trial.h"

#include <string>
#include <vector>

namespace rookery {

[[nodiscard]] lab::Table nodes_table(const lab::NodeGrowth& growth);
// How many times the nodes of the depth before.
[[nodiscard]] lab::Table branching_table(const lab::NodeGrowth& growth);
[[nodiscard]] lab::Table threads_table(const std::vector<lab::ThreadRow>& rows, const lab::ThreadPlan& plan,
                                       std::size_t positions);
[[nodiscard]] lab::Table settling_table(const lab::Settling& settling);

// Without rows; each player adds one.
[[nodiscard]] lab::Table traps_table(const std::vector<lab::Trap>& traps);
[[nodiscard]] std::vector<lab::Cell> trap_row(const lab::TrapPlayer& player, const lab::TrapTally& tally);

// The same as pictures, where a curve says more than a table.
[[nodiscard]] std::string nodes_chart(const lab::NodeGrowth& growth);
[[nodiscard]] std::string settling_chart(const std::vector<lab::Settling>& settlings);

}  // namespace rookery
