// Passed pawns among the pieces: kings near them, the way before them, rooks behind them.
#pragma once

#include "eval/classical/scene.h"
#include "eval/classical/terms.h"

namespace rookery::classical {

// The enemy has only its king and cannot bring it into the square of the pawn.
template <Color us>
[[nodiscard]] bool is_unstoppable(const Scene& scene, Square pawn) {
    constexpr Color them = ~us;
    if (scene.position.has_pieces(them) || (file_ahead<us>(pawn) & scene.occupied)) return false;
    const Square goal = make_square(file_of(pawn), relative_rank(us, Rank::R8));
    // From its first square a pawn saves a move.
    const int moves = std::min(distance(pawn, goal), 5);
    const int head_start = scene.position.side_to_move() == them;
    return distance(scene.king[them], goal) - head_start > moves;
}

// The squares before a pawn that may walk.
template <Color us, class TermsKind>
[[nodiscard]] Tapered path_terms(const Scene& scene, const TermsKind& terms, Square pawn,
                                 std::size_t rank) {
    constexpr Color them = ~us;
    const PassedWeights& weights = terms.weights().passed;
    const Bitboard path = file_ahead<us>(pawn);
    const Bitboard stop = bit(pawn + forward(us));
    const Bitboard behind = file_ahead<them>(pawn);
    const Bitboard pushers =
        rook_attacks(pawn, scene.occupied) & behind &
        (scene.position.straight_sliders(us) | scene.position.straight_sliders(them));
    const bool own_behind = pushers & scene.position.pieces(us);
    const bool enemy_behind = pushers & scene.position.pieces(them);

    Tapered sum;
    if (own_behind) sum += terms.count(us, weights.rook_behind);
    if (enemy_behind) sum += terms.count(us, weights.enemy_rook_behind);
    if (stop & scene.position.pieces(them)) sum += terms.count(us, weights.blocked[rank]);
    if (stop & scene.occupied) return sum;

    if (!(path & scene.occupied)) sum += terms.count(us, weights.path_free[rank]);
    const Bitboard held =
        enemy_behind ? path : path & (scene.attacked[them] | scene.position.pieces(them));
    if (!held)
        sum += terms.count(us, weights.path_safe[rank]);
    else if (!(held & stop))
        sum += terms.count(us, weights.stop_safe[rank]);
    const Bitboard guarded = own_behind ? path : path & scene.attacked[us];
    if (guarded == path)
        sum += terms.count(us, weights.path_defended[rank]);
    else if (guarded & stop)
        sum += terms.count(us, weights.stop_defended[rank]);
    return sum;
}

template <Color us, class TermsKind>
[[nodiscard]] Tapered passed_terms(const Scene& scene, const TermsKind& terms) {
    constexpr Color them = ~us;
    constexpr int far = 5;  // from here on it makes no difference
    if (!terms.has(Group::Passed)) return {};
    const PassedWeights& weights = terms.weights().passed;
    Tapered sum;
    for (Square pawn : squares(scene.pawns->passed & scene.position.pieces(us))) {
        if (is_unstoppable<us>(scene, pawn)) sum += terms.count(us, weights.unstoppable);
        if (rank_for(us, pawn) < 3) continue;
        const auto rank = static_cast<std::size_t>(rank_for(us, pawn) - 3);
        const Square stop = pawn + forward(us);
        sum +=
            terms.count(us, weights.own_king[rank], std::min(distance(scene.king[us], stop), far));
        sum += terms.count(us, weights.enemy_king[rank],
                           std::min(distance(scene.king[them], stop), far));
        sum += path_terms<us>(scene, terms, pawn, rank);
    }
    return sum;
}

}  // namespace rookery::classical
