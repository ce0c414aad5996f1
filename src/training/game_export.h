// Self-play games in forms that other programs read.
#pragma once

#include "training/game_codec.h"
#include "training/position_set.h"

#include <cstddef>
#include <string>
#include <vector>

namespace rookery::training {

// With every score as a comment, [%eval 0.35]; the moves of the opening have none.
[[nodiscard]] std::string to_pgn(const SelfplayGame& game, std::size_t number);

// A line for each position the filter takes (all without a filter): the move played (sm), the score
// in the view of the side to move (ce) and the result of the game (c9).
[[nodiscard]] std::string to_epd(const SelfplayGame& game, const PositionFilter* filter);

// `rookery selfplay --export`: writes the games of the files in the form that the name of the
// output ends with: .pgn for games, .epd for positions as text, .positions for a trainer
// (position_set.h). The positions of games that are held back go to a second file,
// NAME.held.positions. Only positions for a trainer are made by several threads; the files do not
// depend on their number.
//
// Returns the exit code. Files that are there already are refused without `replace`. If a file
// cannot be opened nothing is written; damaged parts are left out.
[[nodiscard]] int export_games(const std::vector<std::string>& files, const std::string& output,
                               bool filtered, std::size_t threads, bool replace);

}  // namespace rookery::training
