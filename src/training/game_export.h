// Self-play games in forms that other programs read.
#pragma once

#include "training/position_filter.h"
#include "training/selfplay_game.h"

#include <string>

namespace rookery::training {

// With every score as a comment, [%eval 0.35]; the moves of the opening have none.
[[nodiscard]] std::string to_pgn(const SelfplayGame& game, std::size_t number);

// A line for each position the filter takes (all without one): the move played (sm), the score in
// the view of the side to move (ce) and the result of the game (c9).
[[nodiscard]] std::string to_epd(const SelfplayGame& game, const PositionFilter* filter);

}  // namespace rookery::training
