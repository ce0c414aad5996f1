// Explains to a person why a move is not legal.
#pragma once

#include "chess/position.h"

#include <string>

namespace rookery {

// For the side to move; "a pawn does not move like that". Empty if the piece can go there after
// all. Castling is given as the king's two steps or as king takes own rook.
[[nodiscard]] std::string explain_illegal(const Position& position, Square from, Square to);

// Why castling on that wing is not possible; empty if it is.
[[nodiscard]] std::string explain_castling(const Position& position, Wing wing);

}  // namespace rookery
