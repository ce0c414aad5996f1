// Material, space, and the initiative.
#pragma once

#include "eval/classical/eval_context.h"
#include "eval/classical/terms.h"

namespace rookery::classical {

template <Color us, class TermsKind>
[[nodiscard]] Tapered material_terms(const EvalContext& context, const TermsKind& terms) {
    if (!terms.has(Group::Material)) return {};
    const MaterialWeights& weights = terms.weights().material;
    const ByPieceType<int>& pieces = context.counts[us];
    const int pawns = pieces[PieceType::Pawn];
    const int knights = pieces[PieceType::Knight];
    const int rooks = pieces[PieceType::Rook];

    Tapered sum = terms.count(us, weights.pawn, pawns);
    sum += terms.count(us, weights.knight, knights);
    sum += terms.count(us, weights.bishop, pieces[PieceType::Bishop]);
    sum += terms.count(us, weights.rook, rooks);
    sum += terms.count(us, weights.queen, pieces[PieceType::Queen]);

    const Bitboard bishops = context.pieces(us, PieceType::Bishop);
    const bool both_colors = (bishops & light_squares) && (bishops & dark_squares);
    sum += terms.count(us, weights.bishop_pair, both_colors);
    sum += terms.count(us, weights.knight_pair, knights >= 2);
    sum += terms.count(us, weights.rook_pair, rooks >= 2);
    // Five pawns are usual: with more the game is closed, which favours knights, with fewer it is
    // open, which favours rooks.
    sum += terms.count(us, weights.knight_per_pawn, knights * (pawns - 5));
    sum += terms.count(us, weights.rook_per_pawn, rooks * (pawns - 5));
    return sum;
}

// Space behind the own pawns, which is worth more the more pieces there are to use it.
template <Color us, class TermsKind>
[[nodiscard]] Tapered space_terms(const EvalContext& context, const TermsKind& terms) {
    constexpr Color them = ~us;
    constexpr int few_pieces = 4;  // with so few pieces, king included, space does not count
    constexpr int many_more = 4;   // and with so many more it counts in full
    if (!terms.has(Group::Space)) return {};
    const Bitboard own_pawns = context.pieces(us, PieceType::Pawn);
    const int pieces = popcount(context.position.pieces(us)) - context.counts[us][PieceType::Pawn];
    if (pieces <= few_pieces) return {};

    const Bitboard safe = centre_files & ranks_for<us>(2, 4) & ~own_pawns &
                          ~context.attacked_by[them][PieceType::Pawn];
    // Up to three squares behind a pawn are covered by it and count again.
    Bitboard covered = shift<PawnSteps<them>::push>(own_pawns);
    covered |= shift<PawnSteps<them>::push>(covered);
    covered |= shift<PawnSteps<them>::push>(covered);
    const int area = popcount(safe) + popcount(safe & covered & ~context.attacked[them]);
    return terms.count(us, terms.weights().space.area, area * (pieces - few_pieces) / many_more);
}

// The initiative, before tapered.h limits it to the lead; counted once for both sides. The side
// that is better makes more of its lead in an open position with play on two wings than in a locked
// one.
template <class TermsKind>
[[nodiscard]] Tapered initiative_terms(const EvalContext& context, const TermsKind& terms) {
    if (!terms.has(Group::Initiative)) return {};
    const InitiativeWeights& weights = terms.weights().initiative;
    const Square white = context.king[Color::White];
    const Square black = context.king[Color::Black];
    const Bitboard pawns = context.position.pieces(PieceType::Pawn);
    const auto apart = [](int a, int b) { return a > b ? a - b : b - a; };

    const int outflanking = apart(file_number(white), file_number(black)) -
                            apart(rank_number(white), rank_number(black));
    const bool infiltration = rank_number(white) > 3 || rank_number(black) < 4;
    const bool both_wings = (pawns & queen_side) && (pawns & king_side);
    const bool pawn_ending = context.phase == 0;

    constexpr Color once = Color::White;
    Tapered initiative = terms.count(once, weights.base);
    initiative += terms.count(once, weights.passed_pawn, popcount(context.pawns->passed));
    initiative += terms.count(once, weights.pawn, popcount(pawns));
    initiative += terms.count(once, weights.outflanking, outflanking);
    initiative += terms.count(once, weights.infiltration, infiltration);
    initiative += terms.count(once, weights.both_wings, both_wings);
    initiative += terms.count(once, weights.pawn_ending, pawn_ending);
    initiative += terms.count(once, weights.no_way_in, !both_wings && outflanking < 0);
    return initiative;
}

}  // namespace rookery::classical
