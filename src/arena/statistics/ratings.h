// A rating list from a tournament: the ratings that make its results likeliest, with their errors.
//
// The model is Bradley and Terry's on the logistic scale of elo.h, a draw being half a win and half
// a loss. Of the models with draws it is the one in which the expected score is that scale's, so a
// list of two players shows exactly the Elo of their match; Davidson's and Rao and Kupper's stretch
// the scale with the number of draws. At the solution each player's expected score is its real
// score.
//
// Errors come from the inverse of the Fisher information, times the dispersion: the variance of the
// results about their expectations relative to that of games without draws. A cross table has no
// pairs; where uneven openings were played with both colours the errors come out a little too
// large.
#pragma once

#include "arena/statistics/elo.h"
#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rookery::arena {

// A small dense symmetric matrix, enough for a rating list of some hundred players.
class SquareMatrix {
  public:
    SquareMatrix() = default;
    explicit SquareMatrix(std::size_t size) : size_(size), cells_(size * size) {}

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] double& operator()(std::size_t row, std::size_t column) {
        return cells_[row * size_ + column];
    }
    [[nodiscard]] double operator()(std::size_t row, std::size_t column) const {
        return cells_[row * size_ + column];
    }

  private:
    std::size_t size_ = 0;
    std::vector<double> cells_;
};

// The inverse of a symmetric matrix whose eigenvalues are all positive; else none.
[[nodiscard]] std::optional<SquareMatrix> inverse_of(const SquareMatrix& matrix);

// Games between two players, seen from the first. The same two may meet in several entries.
struct Meeting {
    std::size_t first = 0;
    std::size_t second = 0;
    GameCounts games;
};

// A player whose rating is given.
struct Anchor {
    std::size_t player = 0;
    double rating = 0;
};

struct RatingOptions {
    // The mean of the list, where no player is an anchor.
    double mean = 0;
    // The mean of these players is that of their given ratings and has no error; all errors are
    // then relative to it. A single one keeps its rating exactly.
    std::vector<Anchor> anchors = {};
    // The likelihood has no maximum for a player that has won everything, nor for two groups of
    // which one has won everything against the other. Only then each player of such a group is
    // given this many draws against the mean, which keeps the ratings finite.
    double virtual_draws = 2;
};

struct PlayerRating {
    std::size_t player = 0;
    double rating = 0;
    // 95 %, relative to the mean of the group or of its anchors; infinite without games.
    double error = 0;
    GameCounts games;
    double opponents = 0;  // mean rating of the opponents, game by game
    std::size_t group = 0;
    // Likelihood to be stronger than the next in the list, if that one is of the same group.
    std::optional<double> superiority;
};

struct RatingList {
    // By group, the strongest first in each.
    std::vector<PlayerRating> rows;
    // Players of different groups are connected by no chain of games. Their ratings cannot be
    // compared: each group has a mean (or anchors) of its own. Groups are numbered by their first
    // player.
    std::size_t groups = 0;
    // Some ratings were given: these are ratings then, and not differences from a mean.
    bool anchored = false;
    // The ratings' covariance by player, relative to the mean of the group; none between groups.
    SquareMatrix covariance;
    // Groups that needed virtual draws.
    std::vector<std::size_t> propped;
    double dispersion = 1;
    // Notes for a reader of the list, for example that it has several groups.
    std::vector<std::string> notes;

    [[nodiscard]] const PlayerRating& of(std::size_t player) const;
    // Likelihood that one is stronger than the other; none for players of different groups.
    [[nodiscard]] std::optional<double> superiority(std::size_t one, std::size_t other) const;
};

// The error says what is wrong with the input: a player out of range or meeting itself.
[[nodiscard]] Result<RatingList, std::string> rate_players(std::size_t players,
                                                           const std::vector<Meeting>& meetings,
                                                           const RatingOptions& options = {});

// The simple formulas of federations.

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
