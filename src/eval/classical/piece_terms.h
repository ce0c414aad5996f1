// One walk over the pieces of each type: what they attack, how far they reach, and the terms of
// their own. The attack maps of the scene grow on the way, knights first and queens last.
#pragma once

#include "eval/classical/minor_terms.h"
#include "eval/classical/rook_terms.h"

namespace rookery::classical {

template <PieceType type>
[[nodiscard]] constexpr const auto& squares_of_piece(const PieceSquareWeights& weights) {
    if constexpr (type == PieceType::Knight)
        return weights.knight;
    else if constexpr (type == PieceType::Bishop)
        return weights.bishop;
    else if constexpr (type == PieceType::Rook)
        return weights.rook;
    else if constexpr (type == PieceType::Queen)
        return weights.queen;
    else
        return weights.king;
}
template <PieceType type>
[[nodiscard]] constexpr const auto& reach_of_piece(const MobilityWeights& weights) {
    if constexpr (type == PieceType::Knight)
        return weights.knight;
    else if constexpr (type == PieceType::Bishop)
        return weights.bishop;
    else if constexpr (type == PieceType::Rook)
        return weights.rook;
    else
        return weights.queen;
}

// Sliders look through those of their own side that would recapture along the same line.
template <Color us, PieceType type>
[[nodiscard]] Bitboard seen_from(const Scene& scene, Square square) {
    if constexpr (type == PieceType::Knight)
        return knight_attacks(square);
    else if constexpr (type == PieceType::Bishop)
        return bishop_attacks(square, scene.occupied ^ scene.pieces(us, PieceType::Queen));
    else if constexpr (type == PieceType::Rook)
        return rook_attacks(square, scene.occupied ^ scene.position.straight_sliders(us));
    else
        return queen_attacks(square, scene.occupied);
}

// What the pieces of one type attack, gathered in registers and noted in the scene when all are seen.
struct AttackNotes {
    Bitboard by_type = 0;
    Bitboard attacked;
    Bitboard twice;
    int attackers = 0;
    int ring_hits = 0;
};

template <Color us>
[[nodiscard]] AttackNotes begin_notes(const Scene& scene) {
    return {.attacked = scene.attacked[us], .twice = scene.attacked_twice[us]};
}

template <Color us>
void note_attacks(AttackNotes& notes, const Scene& scene, Bitboard attacks) {
    constexpr Color them = ~us;
    notes.twice |= notes.attacked & attacks;
    notes.attacked |= attacks;
    notes.by_type |= attacks;
    // Without a branch: whether a piece looks at the king is hard to foretell.
    const int aims = (attacks & scene.ring[them]) != 0;
    notes.attackers += aims;
    notes.ring_hits += aims * popcount(attacks & scene.attacked_by[them][PieceType::King]);
}

template <Color us>
void keep_notes(Scene& scene, PieceType type, const AttackNotes& notes) {
    scene.attacked[us] = notes.attacked;
    scene.attacked_twice[us] = notes.twice;
    scene.attacked_by[us][type] = notes.by_type;
    scene.attackers[us] += notes.attackers;
    scene.attackers_by[us][type] = notes.attackers;
    scene.ring_hits[us] += notes.ring_hits;
}

template <Color us, PieceType type, class TermsKind>
[[nodiscard]] Tapered terms_of_pieces(Scene& scene, const TermsKind& terms) {
    const Weights& weights = terms.weights();
    AttackNotes notes = begin_notes<us>(scene);
    Tapered sum;
    for (Square square : squares(scene.pieces(us, type))) {
        Bitboard attacks = seen_from<us, type>(scene, square);
        if (contains(scene.pinned[us], square)) attacks &= line_through(scene.king[us], square);
        note_attacks<us>(notes, scene, attacks);

        const int reach = popcount(attacks & scene.mobility_area[us]);
        if (terms.has(Group::PieceSquare))
            sum += terms.count(
                us, squares_of_piece<type>(weights.piece_square)[wing_index(us, square)]);
        if (terms.has(Group::Mobility))
            sum += terms.count(
                us, reach_of_piece<type>(weights.mobility)[static_cast<std::size_t>(reach)]);

        if constexpr (type == PieceType::Knight) {
            if (terms.has(Group::Minors)) sum += knight_terms<us>(scene, terms, square, attacks);
        } else if constexpr (type == PieceType::Bishop) {
            if (terms.has(Group::Minors)) sum += bishop_terms<us>(scene, terms, square);
        } else if constexpr (type == PieceType::Rook) {
            if (terms.has(Group::Rooks)) sum += one_rook<us>(scene, terms, square, attacks, reach);
        } else {
            if (terms.has(Group::Queens)) sum += queen_terms<us>(scene, terms, square);
        }
    }
    keep_notes<us>(scene, type, notes);
    return sum;
}

template <Color us, class TermsKind>
[[nodiscard]] Tapered piece_terms(Scene& scene, const TermsKind& terms) {
    Tapered sum = terms_of_pieces<us, PieceType::Knight>(scene, terms);
    sum += terms_of_pieces<us, PieceType::Bishop>(scene, terms);
    sum += terms_of_pieces<us, PieceType::Rook>(scene, terms);
    sum += terms_of_pieces<us, PieceType::Queen>(scene, terms);
    if (terms.has(Group::Minors)) sum += minor_terms<us>(scene, terms);
    if (terms.has(Group::Rooks)) sum += rook_terms<us>(scene, terms);
    if (terms.has(Group::PieceSquare))
        sum += terms.count(us, squares_of_piece<PieceType::King>(
                                   terms.weights().piece_square)[wing_index(us, scene.king[us])]);
    return sum;
}

}  // namespace rookery::classical
