// Threats: pieces that can be captured, attacked or restricted.
#pragma once

#include "eval/classical/eval_context.h"
#include "eval/classical/terms.h"

namespace rookery::classical {

// Pieces that pawns attack, now or after a step.
template <Color us, class TermsKind>
[[nodiscard]] Tapered pawn_threats(const EvalContext& context, const TermsKind& terms,
                                   Bitboard pieces, Bitboard strong) {
    constexpr Color them = ~us;
    const ThreatWeights& weights = terms.weights().threats;
    const Bitboard safe = ~context.attacked[them] | context.attacked[us];
    const Bitboard pawns = context.pieces(us, PieceType::Pawn);
    Tapered sum;
    sum +=
        terms.count(us, weights.by_pawn, popcount(pawn_attacks_of_all<us>(pawns & safe) & pieces));

    Bitboard steps = step_ahead<us>(pawns) & ~context.occupied;
    steps |= step_ahead<us>(steps & ranks_for<us>(3, 3)) & ~context.occupied;
    steps &= ~context.attacked_by[them][PieceType::Pawn] & safe;
    sum += terms.count(us, weights.pawn_push, popcount(pawn_attacks_of_all<us>(steps) & pieces));

    sum += terms.count(us, weights.restricted,
                       popcount(context.attacked[them] & ~strong & context.attacked[us]));
    return sum;
}

// Squares from which the only enemy queen can be attacked next move.
template <Color us, class TermsKind>
[[nodiscard]] Tapered queen_threats(const EvalContext& context, const TermsKind& terms,
                                    Bitboard strong) {
    constexpr Color them = ~us;
    if (context.counts[them][PieceType::Queen] != 1) return {};
    const ThreatWeights& weights = terms.weights().threats;
    const Square queen = first_square(context.pieces(them, PieceType::Queen));
    const Bitboard safe = context.mobility_area[us] & ~context.position.pieces(us) & ~strong;
    const ByPieceType<Bitboard>& ours = context.attacked_by[us];
    const Bitboard sliders = context.attacked_by[them][PieceType::Queen] &
                             ((bishop_rays(queen) & ours[PieceType::Bishop]) |
                              (rook_rays(queen) & ours[PieceType::Rook]));
    Tapered sum = terms.count(us, weights.knight_on_queen,
                              popcount(knight_attacks(queen) & ours[PieceType::Knight] & safe));
    sum += terms.count(us, weights.slider_on_queen,
                       popcount(sliders & safe & context.attacked_twice[us]));
    return sum;
}

template <Color us, class TermsKind>
[[nodiscard]] Tapered threat_terms(const EvalContext& context, const TermsKind& terms) {
    constexpr Color them = ~us;
    if (!terms.has(Group::Threats)) return {};
    const ThreatWeights& weights = terms.weights().threats;
    const Position& position = context.position;
    const ByPieceType<Bitboard>& ours = context.attacked_by[us];

    const Bitboard enemies = position.pieces(them) & ~bit(context.king[them]);
    const Bitboard pieces = enemies & ~position.pieces(PieceType::Pawn);
    // Defended by a pawn, or by more pieces than we attack with.
    const Bitboard strong = context.attacked_by[them][PieceType::Pawn] |
                            (context.attacked_twice[them] & ~context.attacked_twice[us]);
    const Bitboard weak = enemies & ~strong & context.attacked[us];

    Tapered sum;
    const Bitboard by_minors = ours[PieceType::Knight] | ours[PieceType::Bishop];
    const auto count_victims = [&](const Tapered(&by_victim)[5], Bitboard victims) {
        for (std::size_t type = 0; type < 5; ++type)
            sum += terms.count(us, by_victim[type],
                               popcount(victims & position.pieces(static_cast<PieceType>(type))));
    };
    count_victims(weights.by_minor, (weak | pieces) & by_minors);
    count_victims(weights.by_rook, weak & ours[PieceType::Rook]);
    sum += terms.count(us, weights.by_king, (weak & ours[PieceType::King]) != 0);
    const Bitboard hanging =
        weak & (~context.attacked[them] | (pieces & context.attacked_twice[us]));
    sum += terms.count(us, weights.hanging, popcount(hanging));
    sum += terms.count(us, weights.queen_guarded,
                       popcount(weak & context.attacked_by[them][PieceType::Queen]));
    sum += pawn_threats<us>(context, terms, pieces, strong);
    sum += queen_threats<us>(context, terms, strong);
    return sum;
}

}  // namespace rookery::classical
