// Knights and bishops: where no pawn drives them off, what they guard, and where they die.
#pragma once

#include "eval/classical/scene.h"
#include "eval/classical/terms.h"

namespace rookery::classical {

// Squares in the enemy's half no enemy pawn will ever attack.
template <Color us>
[[nodiscard]] Bitboard outposts(const Scene& scene) {
    return ranks_for<us>(4, 6) & ~scene.pawns->attack_span[~us];
}

// In the enemy's corner with pawns that hold the way out.
template <Color us>
[[nodiscard]] bool knight_is_trapped(const Scene& scene, Square square) {
    const Bitboard enemy_pawns = scene.pieces(~us, PieceType::Pawn);
    const int file = file_number(square);
    const int inward = file == 0 ? 1 : -1;
    const auto pawn_at = [&](int files_in, Rank for_us) {
        return contains(enemy_pawns, make_square(static_cast<File>(file + files_in * inward),
                                                 relative_rank(us, for_us)));
    };
    if (rank_for(us, square) == 7) return pawn_at(0, Rank::R7) || pawn_at(2, Rank::R7);
    return pawn_at(1, Rank::R7) && (pawn_at(0, Rank::R6) || pawn_at(2, Rank::R6));
}

// At the edge behind the pawn that has just shut the door: a7 with a pawn on b6, a6 with one on b5.
template <Color us>
[[nodiscard]] bool bishop_is_trapped(const Scene& scene, Square square) {
    const Square beside = file_number(square) == 0 ? square + Step::East : square + Step::West;
    const Bitboard enemy_pawns = scene.pieces(~us, PieceType::Pawn);
    if (!contains(enemy_pawns, beside - forward(us))) return false;
    // From a6 the way through b7 must be shut as well.
    return rank_for(us, square) == 6 || contains(enemy_pawns, beside + forward(us));
}

template <Color us, class TermsKind>
[[nodiscard]] Tapered trapped_minors(const Scene& scene, const TermsKind& terms) {
    constexpr Bitboard edges = bits_of(File::A) | bits_of(File::H);
    const MinorWeights& weights = terms.weights().minors;
    Tapered sum;
    for (Square square : squares(scene.pieces(us, PieceType::Knight) & edges & ranks_for<us>(7, 8)))
        sum += terms.count(us, weights.trapped_knight, knight_is_trapped<us>(scene, square));
    for (Square square : squares(scene.pieces(us, PieceType::Bishop) & edges & ranks_for<us>(6, 7)))
        sum += terms.count(us, weights.trapped_bishop, bishop_is_trapped<us>(scene, square));
    return sum;
}

// What can be said of all minor pieces of a side at once.
template <Color us, class TermsKind>
[[nodiscard]] Tapered minor_terms(const Scene& scene, const TermsKind& terms) {
    const MinorWeights& weights = terms.weights().minors;
    const Bitboard knights = scene.pieces(us, PieceType::Knight);
    const Bitboard bishops = scene.pieces(us, PieceType::Bishop);
    const Bitboard pawns = scene.pieces(us, PieceType::Pawn);
    const Bitboard by_pawns = scene.attacked_by[us][PieceType::Pawn];
    const Bitboard behind_pawns = shift<PawnSteps<~us>::push>(pawns);
    const Bitboard good = outposts<us>(scene);

    Tapered sum =
        terms.count(us, weights.behind_pawn, popcount((knights | bishops) & behind_pawns));
    sum += terms.count(us, weights.defended, popcount((knights | bishops) & by_pawns));
    sum += terms.count(us, weights.knight_outpost[0], popcount(knights & good & ~by_pawns));
    sum += terms.count(us, weights.knight_outpost[1], popcount(knights & good & by_pawns));
    sum += terms.count(us, weights.bishop_outpost[0], popcount(bishops & good & ~by_pawns));
    sum += terms.count(us, weights.bishop_outpost[1], popcount(bishops & good & by_pawns));
    constexpr Bitboard nests = (bits_of(File::B) | bits_of(File::G)) & ranks_for<us>(2, 2);
    sum += terms.count(us, weights.fianchetto, popcount(bishops & nests & behind_pawns));
    sum += trapped_minors<us>(scene, terms);
    return sum;
}

template <Color us, class TermsKind>
[[nodiscard]] Tapered knight_terms(const Scene& scene, const TermsKind& terms, Square square,
                                   Bitboard attacks) {
    const MinorWeights& weights = terms.weights().minors;
    const Bitboard good = outposts<us>(scene);
    const Bitboard goals =
        good & scene.attacked_by[us][PieceType::Pawn] & ~scene.position.pieces(us);
    Tapered sum = terms.count(us, weights.outpost_reachable,
                              !contains(good, square) && (attacks & goals) != 0);
    sum += terms.count(us, weights.knight_king_distance, distance(square, scene.king[us]));
    return sum;
}

// Two squares of the centre on one of its lines, with no pawn in the way.
[[nodiscard]] inline bool crosses_centre(Square bishop, Bitboard pawns) {
    constexpr Bitboard long_diagonals = 0x8142241818244281ULL;
    if (!contains(long_diagonals & ~centre, bishop)) return false;
    return has_several(bishop_attacks(bishop, pawns) & centre);
}

template <Color us, class TermsKind>
[[nodiscard]] Tapered bishop_terms(const Scene& scene, const TermsKind& terms, Square square) {
    const MinorWeights& weights = terms.weights().minors;
    const Bitboard own_pawns = scene.pieces(us, PieceType::Pawn);
    const Bitboard enemy_pawns = scene.pieces(~us, PieceType::Pawn);
    const Bitboard blocked = own_pawns & shift<PawnSteps<~us>::push>(scene.occupied);

    Tapered sum = terms.count(us, weights.bishop_king_distance, distance(square, scene.king[us]));
    sum += terms.count(us, weights.bishop_own_pawns,
                       popcount(own_pawns & squares_of_color(square)) *
                           (1 + popcount(blocked & centre_files)));
    sum += terms.count(us, weights.bishop_enemy_pawns, popcount(bishop_rays(square) & enemy_pawns));
    sum += terms.count(us, weights.long_diagonal, crosses_centre(square, own_pawns | enemy_pawns));
    return sum;
}

}  // namespace rookery::classical
