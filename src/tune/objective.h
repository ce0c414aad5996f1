// How well values of positions foretell results: the loss that tuning makes small.
//
// A value v stands for an expected share of the points of 1 / (1 + exp(-k v)). k says how much a
// centipawn is worth. It is fitted to the weights at the start and then left alone, so that
// centipawns keep their meaning while the weights change.
#pragma once

#include "tune/texel_data.h"

#include <cmath>

namespace rookery::tune {

struct Objective {
    double k = 0.005;
    // How much the result counts against the search's opinion, 0 to 1.
    double lambda = 1;

    [[nodiscard]] double expected(double value) const { return 1 / (1 + std::exp(-k * value)); }
    // What a position should be worth, as a share of the points.
    [[nodiscard]] double target(const TracedOutcome& outcome) const {
        const double result = outcome.result / 2.0;
        if (outcome.score == no_score || lambda == 1) return result;
        return lambda * result + (1 - lambda) * expected(outcome.score);
    }
};

// The weights at the precision they are learnt with.
[[nodiscard]] classical::BasicWeights<float>
single_precision(const classical::RealWeights& weights);

// The mean of (expected - target)^2; 0 for an empty pool.
[[nodiscard]] double mean_loss(const TracePool& pool, const classical::RealWeights& weights,
                               const Objective& objective, std::size_t threads);

inline constexpr double smallest_k = 0.0002;
inline constexpr double largest_k = 0.05;

// The k with which the values foretell the results best, within these limits.
[[nodiscard]] double fitted_k(const TracePool& pool, const classical::RealWeights& weights,
                              std::size_t threads);

}  // namespace rookery::tune
