// Moves as two squares, the way UCI writes them: e2e4, e7e8q.
#pragma once

#include "base/result.h"
#include "base/text.h"
#include "chess/position.h"

#include <string>
#include <string_view>

namespace rookery {

// Castling is written as the king's step (e1g1) where chess960 is false and the king stands on its
// e-file and the rook in its corner; else as king takes rook (e1h1). From other squares the king's
// step could be taken for an ordinary move, so those are always written king takes rook.
// The empty move is 0000.
[[nodiscard]] std::string to_coordinate(const Position& position, Move move, bool chess960 = false);

// Accepts e2e4, e2-e4, e2xe4, E2E4, e7e8n, e7e8=N and blanks around it. King takes own rook is
// always castling; the king's step is castling unless it is also an ordinary step of the king.
[[nodiscard]] Result<Move, TextError> parse_coordinate(const Position& position,
                                                       std::string_view text);

// The legal move from one square to another, or Move::none(). `promotion` is PieceType::None where
// none was named; a promotion without it is not found.
[[nodiscard]] Move find_move(const Position& position, Square from, Square to, PieceType promotion);

}  // namespace rookery
