#include "chess/checks.h"

namespace rookery {

CheckFinder::CheckFinder(const Position& position)
    : position_(position), enemy_king_(position.king(~position.side_to_move())) {
    const Color us = position.side_to_move();
    const Bitboard occupied = position.occupied();
    const Bitboard straight = rook_attacks(enemy_king_, occupied);
    const Bitboard diagonal = bishop_attacks(enemy_king_, occupied);
    check_squares_[PieceType::Pawn] = pawn_attacks(~us, enemy_king_);
    check_squares_[PieceType::Knight] = knight_attacks(enemy_king_);
    check_squares_[PieceType::Bishop] = diagonal;
    check_squares_[PieceType::Rook] = straight;
    check_squares_[PieceType::Queen] = straight | diagonal;
    check_squares_[PieceType::King] = 0;

    discoverers_ = 0;
    const Bitboard sliders = (rook_rays(enemy_king_) & position.straight_sliders(us)) |
                             (bishop_rays(enemy_king_) & position.diagonal_sliders(us));
    for (Square slider : squares(sliders)) {
        const Bitboard between = path_to(enemy_king_, slider) & occupied & ~bit(slider);
        if (has_at_most_one(between)) discoverers_ |= between & position.pieces(us);
    }
}

bool CheckFinder::sliders_attack_king(Bitboard occupied, Bitboard straight,
                                      Bitboard diagonal) const {
    return (rook_attacks(enemy_king_, occupied) & straight) ||
           (bishop_attacks(enemy_king_, occupied) & diagonal);
}

bool CheckFinder::gives_check(Move move) const {
    const Color us = position_.side_to_move();
    const Square from = move.from();
    const Square to = move.to();
    const Bitboard straight = position_.straight_sliders(us);
    const Bitboard diagonal = position_.diagonal_sliders(us);

    switch (move.kind()) {
        case MoveKind::Normal: {
            const PieceType type = type_of(position_.piece_on(from));
            if (contains(check_squares_[type], to)) return true;
            break;
        }
        case MoveKind::Castling: {
            const Bitboard rook_to = bit(castled_rook_square(us, move.wing()));
            const Bitboard king_to = bit(castled_king_square(us, move.wing()));
            const Bitboard after =
                (position_.occupied() & ~bit(from) & ~bit(to)) | rook_to | king_to;
            return sliders_attack_king(after, (straight & ~bit(to)) | rook_to, diagonal);
        }
        case MoveKind::EnPassant: {
            const Bitboard taken = bit(to - forward(us));
            const Bitboard after = (position_.occupied() ^ bit(from) ^ taken) | bit(to);
            return contains(check_squares_[PieceType::Pawn], to) ||
                   sliders_attack_king(after, straight, diagonal);
        }
        default: {  // the new piece may look back through the square the pawn came from
            const Bitboard after = position_.occupied() ^ bit(from);
            if (contains(piece_attacks(move.promoted(), to, after), enemy_king_)) return true;
        }
    }
    return contains(discoverers_, from) && !contains(line_through(enemy_king_, from), to);
}

}  // namespace rookery
