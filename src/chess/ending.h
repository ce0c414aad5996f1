// Positions nobody can win any more.
#pragma once

#include "chess/position.h"

namespace rookery {

// No sequence of legal moves can end in mate: bare kings, a single minor piece, or bishops that all
// stand on one colour.
[[nodiscard]] bool is_dead_by_material(const Position& position);

// Kings and locked pawns only: no pawn can ever move and neither king can ever reach one to take.
[[nodiscard]] bool is_dead_by_locked_pawns(const Position& position);

[[nodiscard]] inline bool is_dead(const Position& position) {
    return is_dead_by_material(position) || is_dead_by_locked_pawns(position);
}

}  // namespace rookery
