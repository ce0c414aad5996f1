// A rating list from a tournament: the ratings that make its results likeliest, with their errors.
//
// The model is Bradley and Terry's on the logistic scale of elo.h, a draw being half a win and half
// a loss. Of the models with draws it is the one in which the expected score is that scale's, so a
// list of two players shows exactly the Elo of their match; Davidson's and Rao and Kupper's stretch
// the scale with the number of draws. At the solution everybody's expected score is the score made.
//
// Errors come from the inverse of the Fisher information, times the dispersion: the variance of the
// results about their expectations relative to that of games without draws. A cross table has no
// pairs; where uneven openings were played with both colours the errors come out a little too
// large.
#pragma once

#include "arena/statistics/matrix.h"
#include "arena/statistics/meeting.h"
#include "base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace rookery::arena {

// A player whose rating is given.
struct Anchor {
    std::size_t player = 0;
    double rating = 0;
};

struct RatingOptions {
    // The mean of the list, where nobody is an anchor.
    double mean = 0;
    // The mean of these players is that of their given ratings and has no error; all errors are then
    // relative to it. A single one keeps its rating exactly.
    std::vector<Anchor> anchors = {};
    // Somebody who has won everything has no largest likelihood, nor have two groups of which one
    // has won everything against the other. Then, and only then, everybody of such a group is given
    // this many draws against the mean, which keeps the ratings finite.
    double virtual_draws = 2;
};

struct PlayerRating {
    std::size_t player = 0;
    double rating = 0;
    double error =
        0;  // 95 %, relative to the mean of the group or of its anchors; infinite without games
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
    // Of ratings by player, relative to the mean of the group; no covariance between groups.
    SquareMatrix covariance;
    // Groups that needed virtual draws.
    std::vector<std::size_t> propped;
    double dispersion = 1;
    // Sentences a reader of the list should see, e.g. that it has several groups.
    std::vector<std::string> notes;

    [[nodiscard]] const PlayerRating& of(std::size_t player) const;
    // Likelihood that one is stronger than the other; none for players of different groups.
    [[nodiscard]] std::optional<double> superiority(std::size_t one, std::size_t other) const;
};

// The error says what is wrong with the input: a player out of range or meeting itself.
[[nodiscard]] Result<RatingList, std::string> rate_players(std::size_t players,
                                                           const std::vector<Meeting>& meetings,
                                                           const RatingOptions& options = {});

}  // namespace rookery::arena
