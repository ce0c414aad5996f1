// A game with a person that begins somewhere in the middle of something else.
#pragma once

#include "chess/game.h"
#include "search/searcher.h"
#include "terminal/line_source.h"

namespace rookery {

// Where somebody types it asks how to play; else it is a game with White against the lowest level.
void play_from(const Game& game, SearcherTable searchers, LineSource& lines);

}  // namespace rookery
