// The moves of a game in a few bytes each, as the store keeps them.
//
// A row per move would make the database ten times larger and every insertion slower, for questions
// that are asked a whole game at a time anyway. The first byte is a version, so that the form can
// change while old games stay readable:
//
//     1, count, then per move: code (2 bytes, low first), flags, [score], depth, selective depth,
//     nodes, microseconds spent, [microseconds left]
//
// Numbers have seven bits a byte, low first, the eighth bit says that more follow; those that may
// be negative are folded (0, -1, 1, -2, ...). Flags: 1 a score is there, 2 it counts moves to mate,
// 4 lower bound, 8 upper bound, 16 the clock is there.
#pragma once

#include "arena/game/game_record.h"

#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

[[nodiscard]] std::string encode_moves(const std::vector<MoveRecord>& moves);

// Decoding what was encoded gives the same; anything else is refused. Moves are not checked against
// the rules: that needs the position.
[[nodiscard]] Result<std::vector<MoveRecord>, std::string> decode_moves(std::string_view blob);

}  // namespace rookery::arena
