// The win, draw and loss probabilities (WDL) for a value.
//
// The probability to win is a logistic curve over the value: half of the games are won at
// `half_won`, and `spread` is how slowly the probability changes around it. The probability to lose
// is that to win for the opposite value; the rest is drawn. Both numbers depend on the material.
#pragma once

#include "chess/position.h"
#include "eval/score.h"

namespace rookery {

// A number for bare kings, for half of the material and for all of it; linear between them.
struct ByMaterial {
    double bare = 0;
    double half = 0;
    double full = 0;
};

struct WinRateModel {
    // In the units of evaluations.
    ByMaterial half_won{284, 130, 79};
    ByMaterial spread{46, 75, 80};
};

// Fitted to our own games; docs/tuning.md describes how.
inline constexpr WinRateModel win_rate_model{};

// The material of both sides, in pawns.
inline constexpr int material_at_the_start = 78;
[[nodiscard]] int material_of(const Position& position);

// The probability to win, 0 to 1. The probability to lose is that of the opposite value.
[[nodiscard]] double win_probability(double value, int material, const WinRateModel& model);

struct WinDrawLoss {  // in thousandths, together 1000
    int win = 0;
    int draw = 0;
    int loss = 0;

    [[nodiscard]] friend bool operator==(const WinDrawLoss&, const WinDrawLoss&) = default;
};

// For the side to move, given the score of a search.
[[nodiscard]] WinDrawLoss win_draw_loss(Score score, const Position& position,
                                        const WinRateModel& model = win_rate_model);

// As protocols print it: 100 where half of the games are won, around 20,000 where endgame tables
// know the result. Not for mates.
[[nodiscard]] int centipawns(Score score, const Position& position,
                             const WinRateModel& model = win_rate_model);

// The points that people make on average from a position with that value, 0 to 1: the curve that
// lichess has fitted to its games.
[[nodiscard]] double expected_points_of_people(Score score, const Position& position,
                                               const WinRateModel& model = win_rate_model);

}  // namespace rookery
