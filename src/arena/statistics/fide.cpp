#include "arena/statistics/fide.h"

#include "arena/statistics/elo.h"

#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace rookery::arena {

namespace {

// For 50, 51, … 100 percent; below 50 the same with the sign changed.
constexpr std::array<int, 51> differences = {
    0,   7,   14,  21,  29,  36,  43,  50,  57,  65,   // 50
    72,  80,  87,  95,  102, 110, 117, 125, 133, 141,  // 60
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230,  // 70
    240, 251, 262, 273, 284, 296, 309, 322, 336, 351,  // 80
    366, 383, 401, 422, 444, 470, 501, 538, 589, 677,  // 90
    800,
};

constexpr double bonus_per_half_point = 20;

}  // namespace

double expected_score(double difference) { return score_of_elo(difference); }

double updated_rating(double rating, double opponent, double score, double k) {
    return rating + k * (score - expected_score(rating - opponent));
}

int fide_difference(int percent) {
    assert(percent >= 0 && percent <= 100);
    return percent >= 50 ? differences[static_cast<std::size_t>(percent - 50)]
                         : -differences[static_cast<std::size_t>(50 - percent)];
}

int percent_of(PlayedScore score) {
    assert(score.games > 0 && score.half_points <= 2 * score.games);
    // In whole numbers: 37.5 must not become 37.4999.
    const std::uint64_t games = score.games;
    return static_cast<int>((100 * std::uint64_t{score.half_points} + games) / (2 * games));
}

double performance_rating(double mean_of_opponents, PlayedScore score) {
    assert(score.games > 0 && score.half_points <= 2 * score.games);
    return mean_of_opponents + elo_of_score(score.half_points / (2.0 * score.games));
}

double fide_performance_rating(double mean_of_opponents, PlayedScore score) {
    return mean_of_opponents + fide_difference(percent_of(score));
}

int fide_initial_rating(std::span<const double> opponents, PlayedScore score) {
    assert(!opponents.empty());
    const double sum = std::accumulate(opponents.begin(), opponents.end(), 0.0);
    // The regulations round the mean before anything is added to it.
    const double mean = std::round(sum / static_cast<double>(opponents.size()));
    if (score.half_points <= score.games)
        return static_cast<int>(fide_performance_rating(mean, score));
    return static_cast<int>(mean + bonus_per_half_point * (score.half_points - score.games));
}

}  // namespace rookery::arena
