// `lab growth convergence`: how the win rate of a Monte Carlo tree search converges as its rounds
// grow, and whether other seeds converge to the same.
#pragma once

#include "arena/statistics/result_table.h"
#include "lab/test_positions.h"
#include "search/searcher.h"
#include "ui/progress.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::lab {

struct ConvergencePoint {
    std::uint64_t rounds = 0;
    // Win rate of the move that each seed would play, by its own tree.
    double mean = 0;
    double lowest = 1;
    double highest = 0;
    double deviation = 0;  // from seed to seed
    Move favourite;        // the move of most seeds
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

// The searcher must report trees (SearchListener::on_tree) and keep its tree from search to search.
// If stopped, only the seeds that reached the last round count.
[[nodiscard]] Convergence measure_convergence(const NamedPosition& position,
                                              const SearcherEntry& searcher,
                                              const ConvergencePlan& plan,
                                              const std::stop_token& stop = {},
                                              const Progress& progress = {});

[[nodiscard]] arena::ResultTable convergence_table(const Convergence& convergence);
[[nodiscard]] std::string convergence_chart(const std::vector<Convergence>& all);

}  // namespace rookery::lab
