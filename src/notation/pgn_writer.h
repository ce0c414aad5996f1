// Games as PGN text, in the form other programs expect.
#pragma once

#include "notation/pgn_game.h"

#include <string>

namespace rookery {

struct PgnWriteOptions {
    bool comments = true;
    bool variations = true;
    bool nags = true;
};

// The seven standard tags first ("?" where unknown), then the others in their order; FEN and SetUp
// follow the start position, Result follows the result. Lines of at most 80 columns where words
// allow it; ends with an empty line, so that games can be written one after another.
//
// Read again, the game has the same content once these tags are there. Moves that are not legal end
// their line.
[[nodiscard]] std::string to_pgn(const PgnGame& game, const PgnWriteOptions& options = {});

}  // namespace rookery
