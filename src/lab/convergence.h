// How the win rate of a tree search settles as its rounds grow, and whether other seeds come to the
// same.
#pragma once

#include "lab/result_table.h"
#include "lab/test_positions.h"
#include "search/searcher.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::lab {

struct ConvergencePoint {
    std::uint64_t rounds = 0;
    // Of the move each seed would play, in its own eyes.
    double mean = 0;
    double lowest = 1;
    double highest = 0;
    double deviation = 0;  // from seed to seed
    Move favourite;        // what most seeds would play
    int seeds_for_it = 0;
};

struct Convergence {
    NamedPosition of;
    std::string searcher;
    int seeds = 0;
    std::vector<ConvergencePoint> points;
};

struct ConvergencePlan {
    std::uint64_t first = 100;
    std::uint64_t last = 102'400;  // the rounds double from point to point
    int seeds = 10;
};

// The searcher must report trees (SearchListener::on_tree) and go on with the tree it has. Stopped
// early, it counts the seeds that came to the last round.
[[nodiscard]] Convergence measure_settling(const NamedPosition& position,
                                           const SearcherEntry& searcher,
                                           const ConvergencePlan& plan,
                                           const std::stop_token& stop = {},
                                           const Progress& progress = {});

}  // namespace rookery::lab
