// What one side attacks, and with what: a knight that attacks a queen threatens her, a queen that attacks a knight may only
// look at it.
#pragma once

#include "chess/attacks.h"
#include "chess/position.h"

namespace rookery {

struct Threats {
    Bitboard all = 0;
    // By men that are worth less than one of these: it had better not stand there.
    Bitboard to_minors = 0, to_rooks = 0, to_queens = 0;

    // Where a man of that type is in danger from lesser ones; nowhere for pawns and kings.
    [[nodiscard]] Bitboard to(PieceType type) const {
        switch (type) {
            case PieceType::Knight:
            case PieceType::Bishop: return to_minors;
            case PieceType::Rook: return to_rooks;
            case PieceType::Queen: return to_queens;
            default: return 0;
        }
    }
};

[[nodiscard]] inline Threats threats_by(const Position& position, Color side) {
    const Bitboard occupied = position.occupied();
    const Bitboard pawns = position.pieces(side, PieceType::Pawn);
    Threats threats;
    threats.to_minors = side == Color::White ? pawn_attacks_of_all<Color::White>(pawns)
                                             : pawn_attacks_of_all<Color::Black>(pawns);
    threats.to_rooks = threats.to_minors;
    for (const Square from : squares(position.pieces(side, PieceType::Knight))) threats.to_rooks |= knight_attacks(from);
    for (const Square from : squares(position.pieces(side, PieceType::Bishop)))
        threats.to_rooks |= bishop_attacks(from, occupied);
    threats.to_queens = threats.to_rooks;
    for (const Square from : squares(position.pieces(side, PieceType::Rook)))
        threats.to_queens |= rook_attacks(from, occupied);
    threats.all = threats.to_queens | king_attacks(position.king(side));
    for (const Square from : squares(position.pieces(side, PieceType::Queen)))
        threats.all |= bishop_attacks(from, occupied) | rook_attacks(from, occupied);
    return threats;
}

}  // namespace rookery
