// Forced mates by trying everything: no evaluation, no table, nothing left out. Slow, and therefore a proof.
//
// Repetitions and fifty moves are not looked at.
#pragma once

#include "chess/position.h"

namespace rookery::lab {

// Whether the side to move gives mate with so many of its own moves or fewer, whatever the other side plays.
[[nodiscard]] bool can_mate_within(const Position& position, int moves);

// Whether the side to move is mate, or will be with so many of the opponent's moves whatever it plays.
[[nodiscard]] bool is_mated_within(const Position& position, int moves);

}  // namespace rookery::lab
