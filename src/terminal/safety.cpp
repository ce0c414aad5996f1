#include "terminal/safety.h"

#include "chess/attacks.h"

namespace rookery {
namespace {

// Whether going from one square to the other would leave its own king to a slider.
bool is_pinned_away(const Position& position, Square from, Square to) {
    const Color color = color_of(position.piece_on(from));
    const Bitboard occupied = (position.occupied() & ~bit(from)) | bit(to);
    const Square king = position.king(color);
    const Bitboard enemies = position.pieces(~color) & ~bit(to);
    const Bitboard queens = position.pieces(PieceType::Queen);
    return (piece_attacks(PieceType::Rook, king, occupied) & enemies & (position.pieces(PieceType::Rook) | queens)) ||
           (piece_attacks(PieceType::Bishop, king, occupied) & enemies & (position.pieces(PieceType::Bishop) | queens));
}

bool is_reached_by(const Position& position, Bitboard men, Square square) {
    for (const Square from : squares(men))
        if (!is_pinned_away(position, from, square)) return true;
    return false;
}

}  // namespace

Safety safety_of(const Position& position) {
    Safety safety;
    const Bitboard kings = position.pieces(PieceType::King);
    for (const Square square : squares(position.occupied())) {
        const Color color = color_of(position.piece_on(square));
        const Bitboard aimed = position.attackers_to(square, position.occupied());
        const Bitboard enemies = aimed & position.pieces(~color);
        // A king is attacked even by a man that is pinned.
        if (contains(kings, square)) {
            if (enemies) safety.attacked |= bit(square);
            safety.defended |= bit(square);
            continue;
        }
        // A king defends with its own safety only, and takes what nobody defends.
        const bool defended = is_reached_by(position, aimed & position.pieces(color) & ~kings, square) ||
                              ((aimed & position.pieces(color) & kings) && has_at_most_one(enemies));
        if (defended) safety.defended |= bit(square);
        if (is_reached_by(position, enemies & ~kings, square) || (!defended && (enemies & kings)))
            safety.attacked |= bit(square);
    }
    return safety;
}

char safety_sign(const Position& position, const Safety& safety, Square square) {
    if (position.is_empty(square)) return ' ';
    if (contains(safety.hanging(), square)) return '!';
    if (contains(safety.attacked, square)) return '*';
    return contains(safety.defended, square) ? ' ' : '-';
}

}  // namespace rookery
