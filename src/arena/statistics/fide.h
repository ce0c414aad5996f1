// Ratings by hand: what federations compute with a table and a pencil.
#pragma once

#include <cstdint>
#include <span>

namespace rookery::arena {

// 1 / (1 + 10^(-difference/400)); the difference is one's own rating less the opponent's.
[[nodiscard]] double expected_score(double difference);

// R + K(S - E), not rounded.
[[nodiscard]] double updated_rating(double rating, double opponent, double score, double k);

// The difference in rating that FIDE's table gives for a fractional score, here in whole percent
// (0 to 100). The table follows a normal, not a logistic curve, and ends at 800.
[[nodiscard]] int fide_difference(int percent);

// A score of 4½ in 12 games is {9, 12}.
struct PlayedScore {
    std::uint32_t half_points = 0;
    std::uint32_t games = 0;
};

// Rounded to whole percent as the table wants it, halves upwards: 4½ of 12 are 38. Needs games.
[[nodiscard]] int percent_of(PlayedScore score);

// Mean of the opponents plus the logistic difference; infinite for all or nothing. Needs games.
[[nodiscard]] double performance_rating(double mean_of_opponents, PlayedScore score);
// Mean of the opponents plus the difference of the table. Needs games.
[[nodiscard]] double fide_performance_rating(double mean_of_opponents, PlayedScore score);

// The first rating of a player, by FIDE's rule as it was before March 2024: up to half the points
// the performance by the table; above, the mean of the opponents plus 20 for every half point
// beyond half the points. (Before that it was 12½; since then two draws with players of 1800 are
// added first.) Opponents met more than once are listed once, each met equally often. Needs games
// and opponents.
[[nodiscard]] int fide_initial_rating(std::span<const double> opponents, PlayedScore score);

}  // namespace rookery::arena
