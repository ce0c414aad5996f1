// What a value means for the result of a game: the chances to win, to draw and to lose.
//
// The chance to win is a logistic curve over the value: half of the games are won at `half_won`, and
// `spread` says how slowly the chance changes around it. The chance to lose is the same curve seen from
// the other side; what is left is drawn. Both numbers depend on how much material there is.
#pragma once

#include "chess/position.h"
#include "eval/score.h"

namespace rookery {

struct WinRateModel {
    // In the units of evaluations, with nothing but kings on the board and with all men; between them
    // in proportion to the material.
    double half_won_bare = 100;
    double half_won_full = 100;
    double spread_bare = 40;
    double spread_full = 55;
};

// To be fitted to games of our own.
inline constexpr WinRateModel win_rate_model{};

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
