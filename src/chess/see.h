// Static exchange evaluation (SEE): the outcome of all captures on one square when both sides take
// in the best order.
//
// Both sides may stop when going on would lose. Pawns that capture onto the last rank become
// queens. A piece pinned to its king takes part only along the pin, as long as the pinning slider
// has not left.
#pragma once

#include "chess/position.h"

namespace rookery {

using PieceValues = ByPieceType<int>;

inline constexpr PieceValues see_piece_values = {{100, 300, 300, 500, 900, 20000}};

// The material the side to move gains, in the given values. Castling is worth nothing.
[[nodiscard]] int see_value(const Position& position, Move move,
                            const PieceValues& values = see_piece_values);

// Whether see_value is at least `threshold`; usually decided after a few captures.
[[nodiscard]] bool see_ge(const Position& position, Move move, int threshold,
                          const PieceValues& values = see_piece_values);

}  // namespace rookery
