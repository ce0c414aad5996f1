// A position as text, 28 columns wide, with signs for attacked and undefended pieces.
#pragma once

#include "chess/position.h"
#include "ui/screen.h"

#include <string>

namespace rookery {

struct BoardView {
    Style style;
    Color bottom = Color::White;
    Move last_move = {};  // its squares are marked; none if empty
    bool safety = false;  // signs beside the pieces that are attacked or not defended
};

// Eight ranks and the file letters, with a frame where there are no colours. Ends with a
// newline.
[[nodiscard]] std::string draw_board(const Position& position, const BoardView& view);

// The attacked and the defended pieces of both sides.
struct Safety {
    Bitboard attacked = 0;  // by a piece of the other side
    Bitboard defended = 0;  // by a piece of their own side; kings count as defended

    [[nodiscard]] Bitboard hanging() const { return attacked & ~defended; }
};

// A pinned piece neither attacks nor defends a square that it cannot move to.
[[nodiscard]] Safety safety_of(const Position& position);

// The sign that stands beside a piece: '!' attacked and not defended, '*' attacked and defended,
// '-' neither, ' ' defended and not attacked, and for empty squares.
[[nodiscard]] char safety_sign(const Position& position, const Safety& safety, Square square);

}  // namespace rookery
