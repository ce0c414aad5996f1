// The squares one side attacks.
#pragma once

#include "chess/attacks.h"
#include "chess/position.h"

namespace rookery::pvs {

[[nodiscard]] inline Bitboard squares_attacked_by(const Position& position, Color side) {
    const Bitboard occupied = position.occupied();
    const Bitboard pawns = position.pieces(side, PieceType::Pawn);
    Bitboard attacked = side == Color::White ? pawn_attacks_of_all<Color::White>(pawns)
                                             : pawn_attacks_of_all<Color::Black>(pawns);
    for (const Square from : squares(position.pieces(side, PieceType::Knight)))
        attacked |= knight_attacks(from);
    for (const Square from : squares(position.diagonal_sliders(side)))
        attacked |= bishop_attacks(from, occupied);
    for (const Square from : squares(position.straight_sliders(side)))
        attacked |= rook_attacks(from, occupied);
    return attacked | king_attacks(position.king(side));
}

}  // namespace rookery::pvs
