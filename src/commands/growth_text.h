// The tables of `lab growth`, as text.
#pragma once

#include "lab/node_growth.h"
#include "lab/settling.h"
#include "lab/thread_gain.h"
#include "lab/trap_trial.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rookery {

// "12,345,678".
[[nodiscard]] std::string grouped(std::uint64_t number);

[[nodiscard]] std::string nodes_text(const lab::NodeGrowth& growth);
[[nodiscard]] std::string threads_text(const std::vector<lab::ThreadRow>& rows);
[[nodiscard]] std::string settling_text(const lab::Settling& settling);

[[nodiscard]] std::string traps_heading(const std::vector<lab::Trap>& traps);
[[nodiscard]] std::string trap_row_text(const lab::TrapPlayer& player, const lab::TrapTally& tally);

// The same as pictures, where a curve says more than a table.
[[nodiscard]] std::string nodes_chart(const lab::NodeGrowth& growth);
[[nodiscard]] std::string settling_chart(const std::vector<lab::Settling>& settlings);

}  // namespace rookery
