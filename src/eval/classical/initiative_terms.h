// How much play a position holds: the side that is better makes more of its lead in an open fight on
// two wings than in a locked one.
#pragma once

#include "eval/classical/scene.h"
#include "eval/classical/terms.h"

namespace rookery::classical {

// The wish, before combine.h limits it to the lead. Counted once for both sides.
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
    Tapered wish = terms.count(once, weights.base);
    wish += terms.count(once, weights.passed_pawn, popcount(scene.pawns->passed));
    wish += terms.count(once, weights.pawn, popcount(pawns));
    wish += terms.count(once, weights.outflanking, outflanking);
    wish += terms.count(once, weights.infiltration, infiltration);
    wish += terms.count(once, weights.both_wings, both_wings);
    wish += terms.count(once, weights.pawn_ending, pawn_ending);
    wish += terms.count(once, weights.no_way_in, !both_wings && outflanking < 0);
    return wish;
}

}  // namespace rookery::classical
