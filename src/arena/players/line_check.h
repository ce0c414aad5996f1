// Looks over what a player said it would play.
#pragma once

#include "chess/game.h"

#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

// Two squares and perhaps a promotion, in either form of castling. The form alone is right if
// `readable`; the move is set only if it is legal as well.
struct ReadMove {
    bool readable = false;
    Move move;
};
[[nodiscard]] ReadMove read_engine_move(const Position& position, std::string_view word);

// Why a readable move is not legal.
[[nodiscard]] std::string why_illegal(const Position& position, std::string_view word);

// The legal part of a principal variation, from the present position of the game, and what is wrong
// with the rest: an illegal move, or going on where the game has ended.
struct CheckedLine {
    std::vector<Move> moves;
    std::string complaint;  // empty if all is well
};
[[nodiscard]] CheckedLine check_line(const Game& game, std::string_view moves);

}  // namespace rookery::arena
