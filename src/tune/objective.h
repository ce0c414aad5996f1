// How well values of positions predict results: the loss that tuning minimises.
//
// A value v stands for an expected share of the points of 1 / (1 + exp(-k v)). k says how much a
// centipawn is worth. It is fitted to the weights at the start and then fixed, so that centipawns
// keep their meaning while the weights change.
#pragma once

#include "tune/texel_data.h"

#include <cmath>

namespace rookery::tune {

struct Objective {
    double k = 0.005;
    // The share of the result in the target, 0 to 1; the rest is the score of the search.
    double lambda = 1;

    [[nodiscard]] double expected(double value) const { return 1 / (1 + std::exp(-k * value)); }
    // The target for a position, as a share of the points.
    [[nodiscard]] double target(const TracedOutcome& outcome) const {
        const double result = outcome.result / 2.0;
        if (outcome.score == no_score || lambda == 1) return result;
        return lambda * result + (1 - lambda) * expected(outcome.score);
    }
};

// The weights in the precision of the gradient.
[[nodiscard]] classical::BasicWeights<float>
single_precision(const classical::RealWeights& weights);

// The mean of (expected - target)^2; 0 for an empty pool.
[[nodiscard]] double mean_loss(const TracePool& pool, const classical::RealWeights& weights,
                               const Objective& objective, std::size_t threads);

inline constexpr double smallest_k = 0.0002;
inline constexpr double largest_k = 0.05;

// The k with the smallest loss within these limits.
[[nodiscard]] double fitted_k(const TracePool& pool, const classical::RealWeights& weights,
                              std::size_t threads);

}  // namespace rookery::tune
