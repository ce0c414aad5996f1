// What a value means for the result of a game: the chances to win, to draw and to lose.
//
// The chance to win is a logistic curve over the value: half of the games are won at `half_won`,
// and `spread` says how slowly the chance changes around it. The chance to lose is the same curve
// seen from the other side; what is left is drawn. Both numbers depend on how much material there
// is.
#pragma once

#include "chess/position.h"
#include "eval/score.h"

namespace rookery {

// A number for nothing but kings on the board, for half of the pieces and for all; between them in
// proportion to the material.
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

// Fitted to games of our own; docs/tuning.md says to which, and how to do it again.
inline constexpr WinRateModel win_rate_model{};

// Of both sides, in pawns.
inline constexpr int material_at_the_start = 78;
[[nodiscard]] int material_of(const Position& position);

// The chance to win with that value, 0 to 1. That to lose is the chance to win with the opposite
// value.
[[nodiscard]] double win_chance(double value, int material, const WinRateModel& model);

struct WinDrawLoss {  // in thousandths, together 1000
    int win = 0;
    int draw = 0;
    int loss = 0;

    [[nodiscard]] friend bool operator==(const WinDrawLoss&, const WinDrawLoss&) = default;
};

// For the side to move in that position, where a search has found that score.
[[nodiscard]] WinDrawLoss win_draw_loss(Score score, const Position& position,
                                        const WinRateModel& model = win_rate_model);

// As protocols print it: 100 where half of the games are won. Not for mates.
[[nodiscard]] int centipawns(Score score, const Position& position,
                             const WinRateModel& model = win_rate_model);

}  // namespace rookery
