// Which men are attacked, which are defended, and which only look so: what the overlay of the board shows.
#pragma once

#include "chess/position.h"

namespace rookery {

struct Safety {
    Bitboard attacked = 0;  // by a man of the other side
    Bitboard defended = 0;  // by one of their own side; kings count as defended

    [[nodiscard]] Bitboard hanging() const { return attacked & ~defended; }
};

// Of the men of both sides. A man pinned to its king neither attacks nor defends what it cannot take.
[[nodiscard]] Safety safety_of(const Position& position);

// The sign that stands beside a man: '!' attacked and not defended, '*' attacked and defended, '-' neither,
// ' ' defended and not attacked, and for empty squares.
[[nodiscard]] char safety_sign(const Position& position, const Safety& safety, Square square);

}  // namespace rookery
