// Pieces counted, and how well they go together.
#pragma once

#include "eval/classical/scene.h"
#include "eval/classical/terms.h"

namespace rookery::classical {

template <Color us, class TermsKind>
[[nodiscard]] Tapered material_terms(const Scene& scene, const TermsKind& terms) {
    if (!terms.has(Group::Material)) return {};
    const MaterialWeights& weights = terms.weights().material;
    const ByPieceType<int>& pieces = scene.counts[us];
    const int pawns = pieces[PieceType::Pawn];
    const int knights = pieces[PieceType::Knight];
    const int rooks = pieces[PieceType::Rook];

    Tapered sum = terms.count(us, weights.pawn, pawns);
    sum += terms.count(us, weights.knight, knights);
    sum += terms.count(us, weights.bishop, pieces[PieceType::Bishop]);
    sum += terms.count(us, weights.rook, rooks);
    sum += terms.count(us, weights.queen, pieces[PieceType::Queen]);

    const Bitboard bishops = scene.pieces(us, PieceType::Bishop);
    const bool both_colors = (bishops & light_squares) && (bishops & dark_squares);
    sum += terms.count(us, weights.bishop_pair, both_colors);
    sum += terms.count(us, weights.knight_pair, knights >= 2);
    sum += terms.count(us, weights.rook_pair, rooks >= 2);
    // Five pawns are the usual: with more the game is closed and knights shine, with fewer rooks
    // do.
    sum += terms.count(us, weights.knight_per_pawn, knights * (pawns - 5));
    sum += terms.count(us, weights.rook_per_pawn, rooks * (pawns - 5));
    return sum;
}

// Room behind the own pawns, which is worth the more the more pieces have to live in it.

template <Color us, class TermsKind>
[[nodiscard]] Tapered space_terms(const Scene& scene, const TermsKind& terms) {
    constexpr Color them = ~us;
    constexpr int few_pieces = 4;  // with so many pieces, king included, room is no matter
    constexpr int many_more = 4;   // and with so many more it counts in full
    if (!terms.has(Group::Space)) return {};
    const Bitboard own_pawns = scene.pieces(us, PieceType::Pawn);
    const int pieces = popcount(scene.position.pieces(us)) - scene.counts[us][PieceType::Pawn];
    if (pieces <= few_pieces) return {};

    const Bitboard safe =
        centre_files & ranks_for<us>(2, 4) & ~own_pawns & ~scene.attacked_by[them][PieceType::Pawn];
    // Up to three squares behind a pawn are covered by it and count again.
    Bitboard covered = shift<PawnSteps<them>::push>(own_pawns);
    covered |= shift<PawnSteps<them>::push>(covered);
    covered |= shift<PawnSteps<them>::push>(covered);
    const int area = popcount(safe) + popcount(safe & covered & ~scene.attacked[them]);
    return terms.count(us, terms.weights().space.area, area * (pieces - few_pieces) / many_more);
}

// How much play a position holds: the side that is better makes more of its lead in an open fight
// on two wings than in a locked one.

// The request, before combine.h limits it to the lead. Counted once for both sides.
template <class TermsKind>
[[nodiscard]] Tapered initiative_terms(const Scene& scene, const TermsKind& terms) {
    if (!terms.has(Group::Initiative)) return {};
    const InitiativeWeights& weights = terms.weights().initiative;
    const Square white = scene.king[Color::White];
    const Square black = scene.king[Color::Black];
    const Bitboard pawns = scene.position.pieces(PieceType::Pawn);
    const auto apart = [](int a, int b) { return a > b ? a - b : b - a; };

    const int outflanking = apart(file_number(white), file_number(black)) -
                            apart(rank_number(white), rank_number(black));
    const bool infiltration = rank_number(white) > 3 || rank_number(black) < 4;
    const bool both_wings = (pawns & queen_side) && (pawns & king_side);
    const bool pawn_ending = scene.phase == 0;

    constexpr Color once = Color::White;
    Tapered request = terms.count(once, weights.base);
    request += terms.count(once, weights.passed_pawn, popcount(scene.pawns->passed));
    request += terms.count(once, weights.pawn, popcount(pawns));
    request += terms.count(once, weights.outflanking, outflanking);
    request += terms.count(once, weights.infiltration, infiltration);
    request += terms.count(once, weights.both_wings, both_wings);
    request += terms.count(once, weights.pawn_ending, pawn_ending);
    request += terms.count(once, weights.no_way_in, !both_wings && outflanking < 0);
    return request;
}

}  // namespace rookery::classical
