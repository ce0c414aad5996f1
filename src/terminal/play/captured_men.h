// What has been taken in a game, and who has more.
#pragma once

#include "chess/game.h"

#include <vector>

namespace rookery {

struct CapturedMen {
    // By the side that took them, the most valuable first.
    ByColor<std::vector<PieceType>> taken;
    // White's men against Black's on the board, in pawns.
    int lead = 0;
};

[[nodiscard]] CapturedMen captured_men(const Game& game);

}  // namespace rookery
