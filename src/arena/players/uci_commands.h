// What we say to a UCI engine.
#pragma once

#include "arena/game/player.h"

#include <string>

namespace rookery::arena {

// "position startpos moves e2e4 ...\n", appended.
void append_position(std::string& text, const Game& game, bool chess960);

// "go wtime 1000 ...\n", appended. Milliseconds are rounded down, so that nobody is told of time
// that is not there, but what is left never looks like nothing.
void append_go(std::string& text, const MoveRequest& request);

}  // namespace rookery::arena
