// What a man is worth can be asked by taking it off the board.
#pragma once

#include "chess/position.h"

#include <optional>

namespace rookery {

struct WithoutMan {
    Position position;
    // Without the man the wrong king would have been in check, so the other side has the move. That is worth something,
    // too, and not the man's merit.
    bool turn_passed = false;
};

// Nothing for kings and empty squares, and where the board without the man makes no sense.
[[nodiscard]] std::optional<WithoutMan> without_man(const Position& position, Square square);

}  // namespace rookery
