// The terms of pawns. The sum of those that depend on pawns alone is kept in the pawn table; passed
// pawns also depend on the pieces around them.
#pragma once

#include "eval/classical/eval_context.h"
#include "eval/classical/terms.h"

namespace rookery::classical {

// The pawns of both sides from the view of one.
template <Color us>
struct PawnView {
    Bitboard own;
    Bitboard enemy;

    explicit PawnView(const Position& position)
        : own(position.pieces(us, PieceType::Pawn)), enemy(position.pieces(~us, PieceType::Pawn)) {}

    [[nodiscard]] bool is_opposed(Square pawn) const { return enemy & file_ahead<us>(pawn); }
    [[nodiscard]] bool is_doubled(Square pawn) const { return own & file_ahead<us>(pawn); }
    [[nodiscard]] bool is_passed(Square pawn) const {
        return !(enemy & passed_span<us>(pawn)) && !is_doubled(pawn);
    }
    [[nodiscard]] Bitboard neighbours(Square pawn) const { return own & adjacent_files(pawn); }
    [[nodiscard]] Bitboard supporters(Square pawn) const { return own & pawn_attacks(~us, pawn); }
    [[nodiscard]] Bitboard takers(Square pawn) const { return enemy & pawn_attacks(us, pawn); }

    // Its neighbours have passed it, and an enemy pawn stands on or attacks its next square.
    [[nodiscard]] bool is_backward(Square pawn) const {
        const Square stop = pawn + forward(us);
        const bool left_behind = !(neighbours(pawn) & ~ranks_ahead<us>(pawn));
        return left_behind && (enemy & (pawn_attacks(us, stop) | bit(stop)));
    }
    // The file ahead is free of pawns, and for every enemy pawn that guards the way there is an own
    // one that can support it.
    [[nodiscard]] bool is_candidate(Square pawn) const {
        if (is_opposed(pawn) || is_doubled(pawn)) return false;
        const int stoppers = popcount(enemy & passed_span<us>(pawn));
        const int helpers = popcount(neighbours(pawn) & ~ranks_ahead<us>(pawn));
        return stoppers > 0 && helpers >= stoppers;
    }
    // Groups of neighbouring files with pawns.
    [[nodiscard]] int islands() const {
        const Bitboard files = fill_ahead<Color::Black>(own) & 0xFF;
        return popcount(files & ~(files << 1));
    }
};

template <Color us, class TermsKind>
[[nodiscard]] Tapered one_pawn(const PawnView<us>& view, Square pawn, const TermsKind& terms) {
    const PawnWeights& weights = terms.weights().pawns;
    const auto rank = static_cast<std::size_t>(rank_for(us, pawn));
    const bool open = !view.is_opposed(pawn);
    const Bitboard supporters = view.supporters(pawn);
    Tapered sum;

    if (view.is_doubled(pawn)) sum += terms.count(us, weights.doubled);
    if (!view.neighbours(pawn))
        sum += terms.count(us, weights.isolated[open]);
    else if (view.is_backward(pawn))
        sum += terms.count(us, weights.backward[open]);

    if (view.own & rank_bits(pawn) & adjacent_files(pawn))
        sum += terms.count(us, weights.phalanx[rank - 1]);
    if (supporters) sum += terms.count(us, weights.supported[rank - 2]);
    if (has_several(supporters)) sum += terms.count(us, weights.twice_supported);

    const Bitboard takers = view.takers(pawn);
    if (takers) sum += terms.count(us, weights.lever);
    if (has_several(takers) && !supporters) sum += terms.count(us, weights.pressed);

    if ((rank == 4 || rank == 5) && contains(view.enemy, pawn + forward(us)))
        sum += terms.count(us, weights.blocked[rank - 4]);
    if (view.is_candidate(pawn)) sum += terms.count(us, weights.candidate[rank - 1]);
    return sum;
}

// Also sets the bits of passed pawns.
template <Color us, class TermsKind>
[[nodiscard]] Tapered pawn_terms(const Position& position, const TermsKind& terms,
                                 Bitboard& passed) {
    const Weights& weights = terms.weights();
    const PawnView<us> view(position);
    Tapered sum;
    for (Square pawn : squares(view.own)) {
        if (terms.has(Group::PieceSquare))
            sum += terms.count(us, weights.piece_square.pawn[wing_index(us, pawn) - 4]);
        if (terms.has(Group::Pawns)) sum += one_pawn<us>(view, pawn, terms);
        if (!view.is_passed(pawn)) continue;
        passed |= bit(pawn);
        const auto rank = static_cast<std::size_t>(rank_for(us, pawn));
        if (terms.has(Group::Passed)) sum += terms.count(us, weights.passed.passed[rank - 1]);
    }
    if (terms.has(Group::Pawns) && view.own)
        sum += terms.count(us, weights.pawns.island, view.islands() - 1);
    return sum;
}

// Everything of a pawn entry but the kings' shelters.
template <class TermsKind>
[[nodiscard]] PawnEntry make_pawn_entry(const Position& position, const TermsKind& terms) {
    PawnEntry entry;
    entry.key = position.key(KeyPart::Pawn);
    entry.score = pawn_terms<Color::White>(position, terms, entry.passed);
    entry.score -= pawn_terms<Color::Black>(position, terms, entry.passed);
    const Bitboard white = position.pieces(Color::White, PieceType::Pawn);
    const Bitboard black = position.pieces(Color::Black, PieceType::Pawn);
    entry.attack_span[Color::White] =
        fill_ahead<Color::White>(pawn_attacks_of_all<Color::White>(white));
    entry.attack_span[Color::Black] =
        fill_ahead<Color::Black>(pawn_attacks_of_all<Color::Black>(black));
    return entry;
}

// The enemy has only its king and cannot bring it into the square of the pawn.
template <Color us>
[[nodiscard]] bool is_unstoppable(const EvalContext& context, Square pawn) {
    constexpr Color them = ~us;
    if (context.position.has_pieces(them) || (file_ahead<us>(pawn) & context.occupied))
        return false;
    const Square goal = make_square(file_of(pawn), relative_rank(us, Rank::R8));
    // From its first square a pawn saves a move.
    const int moves = std::min(distance(pawn, goal), 5);
    const int head_start = context.position.side_to_move() == them;
    return distance(context.king[them], goal) - head_start > moves;
}

// The squares before a passed pawn, and the rooks behind it.
template <Color us, class TermsKind>
[[nodiscard]] Tapered path_terms(const EvalContext& context, const TermsKind& terms, Square pawn,
                                 std::size_t rank) {
    constexpr Color them = ~us;
    const PassedWeights& weights = terms.weights().passed;
    const Bitboard path = file_ahead<us>(pawn);
    const Bitboard stop = bit(pawn + forward(us));
    const Bitboard behind = file_ahead<them>(pawn);
    const Bitboard pushers =
        rook_attacks(pawn, context.occupied) & behind &
        (context.position.straight_sliders(us) | context.position.straight_sliders(them));
    const bool own_behind = pushers & context.position.pieces(us);
    const bool enemy_behind = pushers & context.position.pieces(them);

    Tapered sum;
    if (own_behind) sum += terms.count(us, weights.rook_behind);
    if (enemy_behind) sum += terms.count(us, weights.enemy_rook_behind);
    if (stop & context.position.pieces(them)) sum += terms.count(us, weights.blocked[rank]);
    if (stop & context.occupied) return sum;

    if (!(path & context.occupied)) sum += terms.count(us, weights.path_free[rank]);
    const Bitboard held =
        enemy_behind ? path : path & (context.attacked[them] | context.position.pieces(them));
    if (!held)
        sum += terms.count(us, weights.path_safe[rank]);
    else if (!(held & stop))
        sum += terms.count(us, weights.stop_safe[rank]);
    const Bitboard guarded = own_behind ? path : path & context.attacked[us];
    if (guarded == path)
        sum += terms.count(us, weights.path_defended[rank]);
    else if (guarded & stop)
        sum += terms.count(us, weights.stop_defended[rank]);
    return sum;
}

template <Color us, class TermsKind>
[[nodiscard]] Tapered passed_terms(const EvalContext& context, const TermsKind& terms) {
    constexpr Color them = ~us;
    constexpr int far = 5;  // from here on it makes no difference
    if (!terms.has(Group::Passed)) return {};
    const PassedWeights& weights = terms.weights().passed;
    Tapered sum;
    for (Square pawn : squares(context.pawns->passed & context.position.pieces(us))) {
        if (is_unstoppable<us>(context, pawn)) sum += terms.count(us, weights.unstoppable);
        if (rank_for(us, pawn) < 3) continue;
        const auto rank = static_cast<std::size_t>(rank_for(us, pawn) - 3);
        const Square stop = pawn + forward(us);
        sum += terms.count(us, weights.own_king[rank],
                           std::min(distance(context.king[us], stop), far));
        sum += terms.count(us, weights.enemy_king[rank],
                           std::min(distance(context.king[them], stop), far));
        sum += path_terms<us>(context, terms, pawn, rank);
    }
    return sum;
}

}  // namespace rookery::classical
