// A position as a picture made of text, 28 columns wide.
#pragma once

#include "chess/position.h"
#include "terminal/style.h"

#include <string>

namespace rookery {

struct BoardView {
    Style style;
    Color bottom = Color::White;
    Move last_move = {};  // its squares are marked; none if empty
    bool safety = false;  // signs beside the men that are attacked or not defended
};

// Eight ranks and the letters of the files, with a frame where there are no colours. Ends with a
// newline.
[[nodiscard]] std::string draw_board(const Position& position, const BoardView& view);

}  // namespace rookery
