// `lab growth threads`: what more threads gain. The same searches run with one thread, two and so
// on, in turns.
#pragma once

#include "lab/measurement.h"
#include "lab/test_positions.h"
#include "ui/progress.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace rookery::lab {

struct ThreadRow {
    std::size_t threads = 1;
    Median seconds;  // for all positions
    Median gain;     // time of one thread in the same turn, divided by this time
    // More threads may search more nodes, because not all of them know the best score yet.
    Median million_nodes;
};

struct ThreadPlan {
    int depth = 7;
    std::size_t most_threads = 1;
    int turns = 5;
};

// Runs alphabeta-threads on each position. If stopped, only complete turns count.
[[nodiscard]] std::vector<ThreadRow> measure_threads(const std::vector<NamedPosition>& positions,
                                                     const ThreadPlan& plan,
                                                     const std::stop_token& stop = {},
                                                     const Progress& progress = {});

[[nodiscard]] arena::ResultTable threads_table(const std::vector<ThreadRow>& rows,
                                               const ThreadPlan& plan, std::size_t positions);

}  // namespace rookery::lab
