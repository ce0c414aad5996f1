// Moves and positions in sentences, for screen readers.
#pragma once

#include "chess/position.h"

#include <string>

namespace rookery {

// "knight g1 to f3", "pawn e5 takes pawn d6 en passant", "castles kingside", with ", check" and the
// like. The move is legal.
[[nodiscard]] std::string spoken_move(const Position& before, Move move);

// "Rank 4: white pawn e4, black knight g4." from the a-file on; "Rank 5 is empty."
[[nodiscard]] std::string spoken_rank(const Position& position, Rank rank);
// The same from the first rank on.
[[nodiscard]] std::string spoken_file(const Position& position, File file);
// "e4: white pawn." or "e4 is empty."
[[nodiscard]] std::string spoken_square(const Position& position, Square square);
// "White knights: b1, g1. No black knights."
[[nodiscard]] std::string spoken_pieces(const Position& position, PieceType type);
// All pieces of both sides, the king first, and the side to move.
[[nodiscard]] std::string spoken_position(const Position& position);

}  // namespace rookery
