// What more threads gain: the same searches with one thread, two and so on, taking turns.
#pragma once

#include "lab/result_table.h"
#include "lab/test_positions.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace rookery::lab {

struct Middle {
    double lowest = 0;
    double median = 0;
    double highest = 0;
};
// Of no values all are zero.
[[nodiscard]] Middle middle_of(std::vector<double> values);

struct ThreadRow {
    std::size_t threads = 1;
    Middle seconds;        // for all positions, over the turns
    Middle gain;           // one thread's time of the same turn, divided by this one's
    Middle million_nodes;  // more threads may look at more: not all know yet what the best move is
                           // worth
};

struct ThreadPlan {
    int depth = 7;
    std::size_t most_threads = 1;
    int turns = 5;
};

// alphabeta-threads on each position. Stopped early, it counts the turns that were complete.
[[nodiscard]] std::vector<ThreadRow> measure_threads(const std::vector<NamedPosition>& positions,
                                                     const ThreadPlan& plan,
                                                     const std::stop_token& stop = {},
                                                     const Progress& progress = {});

}  // namespace rookery::lab
