// Rooks and queens: files, ranks, and who looks at whom along them.
#pragma once

#include "eval/classical/scene.h"
#include "eval/classical/terms.h"

namespace rookery::classical {

// What can be said of all rooks of a side at once.
template <Color us, class TermsKind>
[[nodiscard]] Tapered rook_terms(const Scene& scene, const TermsKind& terms) {
    constexpr Color them = ~us;
    const Bitboard rooks = scene.pieces(us, PieceType::Rook);
    if (!rooks) return {};
    const RookWeights& weights = terms.weights().rooks;
    const Bitboard own_pawns = scene.pieces(us, PieceType::Pawn);
    const Bitboard enemy_pawns = scene.pieces(them, PieceType::Pawn);
    const auto files_of = [](Bitboard pawns) {
        return fill_ahead<Color::White>(pawns) | fill_ahead<Color::Black>(pawns);
    };
    const Bitboard without_own = rooks & ~files_of(own_pawns);
    const Bitboard open = without_own & ~files_of(enemy_pawns);
    const Bitboard immobile = own_pawns & shift<PawnSteps<them>::push>(scene.occupied);
    Tapered sum = terms.count(us, weights.open_file, popcount(open));
    sum += terms.count(us, weights.half_open_file, popcount(without_own & ~open));
    sum +=
        terms.count(us, weights.behind_blocked_pawn, popcount(rooks & fill_ahead<them>(immobile)));

    constexpr Bitboard seventh = ranks_for<us>(7, 7);
    const bool worth_it = ((enemy_pawns & seventh) != 0) | (rank_for(us, scene.king[them]) == 7);
    sum += terms.count(us, weights.seventh_rank, popcount(rooks & seventh) * worth_it);

    const Square king = scene.king[them];
    sum +=
        terms.count(us, weights.facing_king, popcount(rooks & (file_bits(king) | rank_bits(king))));
    Bitboard queen_lines = 0;
    for (Square queen : squares(scene.pieces(them, PieceType::Queen)))
        queen_lines |= file_bits(queen) | rank_bits(queen);
    sum += terms.count(us, weights.facing_queen, popcount(rooks & queen_lines));
    return sum;
}

// In the corner beside its own king, with nowhere to go, and castling will not free it. Written
// without branches, since the number of squares in reach cannot be foretold.
template <Color us>
[[nodiscard]] bool rook_is_trapped(const Scene& scene, Square square, int reach) {
    constexpr int few = 3;
    const int king_file = file_number(scene.king[us]);
    const int rook_file = file_number(square);
    const bool behind_king = king_file < 4 ? rook_file < king_file : rook_file > king_file;
    const bool at_home = (rank_for(us, square) <= 1) & (rank_for(us, scene.king[us]) == 0);
    return (reach <= few) & at_home & behind_king &
           !contains(scene.position.castling_rooks(), square);
}

template <Color us, class TermsKind>
[[nodiscard]] Tapered one_rook(const Scene& scene, const TermsKind& terms, Square square,
                               Bitboard attacks, int reach) {
    const RookWeights& weights = terms.weights().rooks;
    const Bitboard partners = attacks & scene.pieces(us, PieceType::Rook);
    Tapered sum = terms.count(us, weights.connected, (partners & rank_bits(square)) != 0);
    sum += terms.count(us, weights.doubled, (partners & file_bits(square)) != 0);
    sum += terms.count(us, weights.trapped, rook_is_trapped<us>(scene, square, reach));
    return sum;
}

// Any man that stands alone between the queen and an enemy rook or bishop is pinned to her if it is
// hers, and can uncover an attack if it is not.
template <Color us, class TermsKind>
[[nodiscard]] Tapered queen_terms(const Scene& scene, const TermsKind& terms, Square square) {
    constexpr Color them = ~us;
    Bitboard sliders = (rook_rays(square) & scene.pieces(them, PieceType::Rook)) |
                       (bishop_rays(square) & scene.pieces(them, PieceType::Bishop));
    int pursuers = 0;
    while (sliders) {
        const Square slider = take_first(sliders);
        const Bitboard between = path_to(square, slider) & scene.occupied & ~bit(slider);
        pursuers += between != 0 && has_at_most_one(between);
    }
    return terms.count(us, terms.weights().queens.pursued, pursuers);
}

}  // namespace rookery::classical
