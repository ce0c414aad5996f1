// The most likely distribution of results among those that a hypothesis allows.
//
// A hypothesis fixes one number, the mean score or the mean in units of the deviation, and leaves
// the rest free: how many draws, how uneven the openings. Of all distributions that agree with it
// the one that makes the observed counts likeliest stands for it. Its probabilities have the closed
// form observed share / (1 + m·x), with one multiplier m to be found, so the search is in one
// dimension.
#pragma once

#include "arena/statistics/pair_counts.h"

#include <array>
#include <cstddef>

namespace rookery::arena {

// Counts of results with the mean score of a game in each, evenly spaced from 0 to 1.
struct Sample {
    std::array<double, 5> scores{};
    std::array<double, 5> counts{};
    std::size_t size = 0;
    double total = 0;
    double games_each = 1;
};

// A result not seen yet is still possible. Without a trace of it no distribution beyond the seen
// results could be fitted; this much of one stands for it.
inline constexpr double unseen_count = 1e-3;

[[nodiscard]] Sample sample_of(const PairCounts& pairs);
[[nodiscard]] Sample sample_of(const GameCounts& games);

// A fitted distribution. Probability i is counts[i] / total / ratios[i].
struct Fit {
    std::array<double, 5> ratios{1, 1, 1, 1, 1};
    // Where the search ended: a good guess for it to start from when few counts have changed.
    double multiplier = 0;
    double radius = 0;
};

// Mean score equal to `mean`, which lies between 0 and 1.
[[nodiscard]] Fit fit_mean(const Sample& sample, double mean, const Fit& guess = {});

// (mean - ½) / deviation equal to t, both of one observation of the sample (a pair or a game).
// |t| at most max_t_value: beyond, five results are too coarse for the search to be safe.
inline constexpr double max_t_value = 2.5;
[[nodiscard]] Fit fit_t_value(const Sample& sample, double t, const Fit& guess = {});

}  // namespace rookery::arena
