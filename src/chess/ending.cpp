#include "chess/ending.h"

namespace rookery {

bool is_dead_by_material(const Position& position) {
    const Bitboard heavy = position.pieces(PieceType::Pawn) | position.pieces(PieceType::Rook) |
                           position.pieces(PieceType::Queen);
    if (heavy != 0) return false;
    const Bitboard knights = position.pieces(PieceType::Knight);
    const Bitboard bishops = position.pieces(PieceType::Bishop);
    if (has_at_most_one(knights | bishops)) return true;
    return knights == 0 && ((bishops & dark_squares) == 0 || (bishops & light_squares) == 0);
}

namespace {

template <Color color>
bool all_pawns_blocked_by_pawns(const Position& position) {
    const Bitboard pawns = position.pieces(color, PieceType::Pawn);
    const Bitboard ahead = shift<PawnSteps<color>::push>(pawns);
    const Bitboard can_take = pawn_attacks_of_all<color>(pawns) & position.pieces(~color);
    // A king in front of a pawn can be made to step aside, so it does not count as a block.
    return (ahead & ~position.pieces(~color, PieceType::Pawn)) == 0 && can_take == 0;
}

// Everything the king can walk to while the pawns stay where they are, enemy pawns included if they
// stand unguarded.
template <Color color>
Bitboard king_range(const Position& position) {
    const Bitboard guarded = pawn_attacks_of_all<~color>(position.pieces(~color, PieceType::Pawn));
    const Bitboard walkable = ~guarded & ~position.pieces(color, PieceType::Pawn);
    Bitboard reached = position.pieces(color, PieceType::King);
    for (Bitboard edge = reached; edge != 0;) {
        Bitboard next = 0;
        for (Square square : squares(edge)) next |= king_attacks(square);
        edge = next & walkable & ~reached;
        reached |= edge;
    }
    return reached;
}

}  // namespace

// With pawns that never move and kings that never take one, nobody can ever give check: a king gives
// none, and no king may step where a pawn attacks.
bool is_dead_by_locked_pawns(const Position& position) {
    const Bitboard pawns = position.pieces(PieceType::Pawn);
    if ((position.occupied() & ~pawns) != position.pieces(PieceType::King) || pawns == 0) return false;
    if (position.in_check() || position.en_passant() != Square::None) return false;
    if (!all_pawns_blocked_by_pawns<Color::White>(position) ||
        !all_pawns_blocked_by_pawns<Color::Black>(position))
        return false;
    return !(king_range<Color::White>(position) & position.pieces(Color::Black, PieceType::Pawn)) &&
           !(king_range<Color::Black>(position) & position.pieces(Color::White, PieceType::Pawn));
}

}  // namespace rookery
