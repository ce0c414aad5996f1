// Room behind the own pawns, which is worth the more the more men have to live in it.
#pragma once

#include "eval/classical/scene.h"
#include "eval/classical/terms.h"

namespace rookery::classical {

template <Color us, class TermsKind>
[[nodiscard]] Tapered space_terms(const Scene& scene, const TermsKind& terms) {
    constexpr Color them = ~us;
    constexpr int few_men = 4;    // with so many pieces, king included, room is no matter
    constexpr int many_more = 4;  // and with so many more it counts in full
    if (!terms.has(Group::Space)) return {};
    const Bitboard own_pawns = scene.pieces(us, PieceType::Pawn);
    const int pieces = popcount(scene.position.pieces(us)) - scene.men[us][PieceType::Pawn];
    if (pieces <= few_men) return {};

    const Bitboard safe =
        centre_files & ranks_for<us>(2, 4) & ~own_pawns & ~scene.attacked_by[them][PieceType::Pawn];
    // Up to three squares behind a pawn are covered by it and count again.
    Bitboard covered = shift<PawnSteps<them>::push>(own_pawns);
    covered |= shift<PawnSteps<them>::push>(covered);
    covered |= shift<PawnSteps<them>::push>(covered);
    const int area = popcount(safe) + popcount(safe & covered & ~scene.attacked[them]);
    return terms.count(us, terms.weights().space.area, area * (pieces - few_men) / many_more);
}

}  // namespace rookery::classical
