// The part of a line that a game could see.
#pragma once

#include "search/searcher.h"

#include <vector>

namespace rookery {

// Up to where a move is illegal or the game has ended: mate, stalemate, the third occurrence, fifty
// moves, a dead position. The first move may be played whatever the root is.
[[nodiscard]] std::vector<Move> playable_part(const Root& root, const std::vector<Move>& line);

}  // namespace rookery
