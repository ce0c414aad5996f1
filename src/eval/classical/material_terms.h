// Men counted, and how well they go together.
#pragma once

#include "eval/classical/scene.h"
#include "eval/classical/terms.h"

namespace rookery::classical {

template <Color us, class TermsKind>
[[nodiscard]] Tapered material_terms(const Scene& scene, const TermsKind& terms) {
    if (!terms.has(Group::Material)) return {};
    const MaterialWeights& weights = terms.weights().material;
    const ByPieceType<int>& men = scene.men[us];
    const int pawns = men[PieceType::Pawn];
    const int knights = men[PieceType::Knight];
    const int rooks = men[PieceType::Rook];

    Tapered sum = terms.count(us, weights.pawn, pawns);
    sum += terms.count(us, weights.knight, knights);
    sum += terms.count(us, weights.bishop, men[PieceType::Bishop]);
    sum += terms.count(us, weights.rook, rooks);
    sum += terms.count(us, weights.queen, men[PieceType::Queen]);

    const Bitboard bishops = scene.pieces(us, PieceType::Bishop);
    const bool both_colors = (bishops & light_squares) && (bishops & dark_squares);
    sum += terms.count(us, weights.bishop_pair, both_colors);
    sum += terms.count(us, weights.knight_pair, knights >= 2);
    sum += terms.count(us, weights.rook_pair, rooks >= 2);
    // Five pawns are the usual: with more the game is closed and knights shine, with fewer rooks do.
    sum += terms.count(us, weights.knight_per_pawn, knights * (pawns - 5));
    sum += terms.count(us, weights.rook_per_pawn, rooks * (pawns - 5));
    return sum;
}

}  // namespace rookery::classical
