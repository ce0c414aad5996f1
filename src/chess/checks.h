// Which moves give check, found before they are made.
#pragma once

#include "chess/position.h"

namespace rookery {

// Computed once for a node, to be asked about all its moves.
class CheckFinder {
  public:
    explicit CheckFinder(const Position& position);

    // For a legal move of the position it was made for.
    [[nodiscard]] bool gives_check(Move move) const;

  private:
    // For the rare moves that change more than two squares: looks at the board after them.
    [[nodiscard]] bool sliders_attack_king(Bitboard occupied, Bitboard straight,
                                           Bitboard diagonal) const;

    const Position& position_;
    Square enemy_king_;
    // Squares from which a piece of that type would attack the enemy king.
    ByPieceType<Bitboard> check_squares_;
    // Our pieces that uncover a check by leaving the line they stand on.
    Bitboard discoverers_;
};

[[nodiscard]] inline bool gives_check(const Position& position, Move move) {
    return CheckFinder(position).gives_check(move);
}

}  // namespace rookery
