// Training positions from games in PGN: those in which nothing was about to be taken, with the result
// alone.
#pragma once

#include "tune/training_position.h"

namespace rookery::tune {

// Games without a result and those with a move that cannot be read are left out. The first plies of
// a game, when everybody plays from a book, are not taken.
[[nodiscard]] PositionSource pgn_source(std::string path, std::size_t first_ply = 16);

}  // namespace rookery::tune
