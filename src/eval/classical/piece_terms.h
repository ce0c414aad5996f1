// One walk over the pieces of each type: what they attack, how far they reach, and the terms of
// their own. The attack maps of the scene grow on the way, knights first and queens last.
#pragma once

#include "eval/classical/scene.h"
#include "eval/classical/terms.h"

namespace rookery::classical {

// Knights and bishops: where no pawn drives them off, what they guard, and where they die.

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

// Rooks and queens: files, ranks, and who looks at whom along them.

// What can be said of all rooks of a side at once.
template <Color us, class TermsKind>
[[nodiscard]] Tapered rook_terms(const Scene& scene, const TermsKind& terms) {
    constexpr Color them = ~us;
    const Bitboard rooks = scene.pieces(us, PieceType::Rook);
    if (!rooks) return {};
    const RookWeights& weights = terms.weights().rooks;
    const Bitboard own_pawns = scene.pieces(us, PieceType::Pawn);
    const Bitboard enemy_pawns = scene.pieces(them, PieceType::Pawn);
    const auto files_of = [](Bitboard pawns) {
        return fill_ahead<Color::White>(pawns) | fill_ahead<Color::Black>(pawns);
    };
    const Bitboard without_own = rooks & ~files_of(own_pawns);
    const Bitboard open = without_own & ~files_of(enemy_pawns);
    const Bitboard immobile = own_pawns & shift<PawnSteps<them>::push>(scene.occupied);
    Tapered sum = terms.count(us, weights.open_file, popcount(open));
    sum += terms.count(us, weights.half_open_file, popcount(without_own & ~open));
    sum +=
        terms.count(us, weights.behind_blocked_pawn, popcount(rooks & fill_ahead<them>(immobile)));

    constexpr Bitboard seventh = ranks_for<us>(7, 7);
    const bool worth_it = ((enemy_pawns & seventh) != 0) | (rank_for(us, scene.king[them]) == 7);
    sum += terms.count(us, weights.seventh_rank, popcount(rooks & seventh) * worth_it);

    const Square king = scene.king[them];
    sum +=
        terms.count(us, weights.facing_king, popcount(rooks & (file_bits(king) | rank_bits(king))));
    Bitboard queen_lines = 0;
    for (Square queen : squares(scene.pieces(them, PieceType::Queen)))
        queen_lines |= file_bits(queen) | rank_bits(queen);
    sum += terms.count(us, weights.facing_queen, popcount(rooks & queen_lines));
    return sum;
}

// In the corner beside its own king, with nowhere to go, and castling will not free it. Written
// without branches, since the number of squares in reach cannot be foretold.
template <Color us>
[[nodiscard]] bool rook_is_trapped(const Scene& scene, Square square, int reach) {
    constexpr int few = 3;
    const int king_file = file_number(scene.king[us]);
    const int rook_file = file_number(square);
    const bool behind_king = king_file < 4 ? rook_file < king_file : rook_file > king_file;
    const bool at_home = (rank_for(us, square) <= 1) & (rank_for(us, scene.king[us]) == 0);
    return (reach <= few) & at_home & behind_king &
           !contains(scene.position.castling_rooks(), square);
}

template <Color us, class TermsKind>
[[nodiscard]] Tapered one_rook(const Scene& scene, const TermsKind& terms, Square square,
                               Bitboard attacks, int reach) {
    const RookWeights& weights = terms.weights().rooks;
    const Bitboard partners = attacks & scene.pieces(us, PieceType::Rook);
    Tapered sum = terms.count(us, weights.connected, (partners & rank_bits(square)) != 0);
    sum += terms.count(us, weights.doubled, (partners & file_bits(square)) != 0);
    sum += terms.count(us, weights.trapped, rook_is_trapped<us>(scene, square, reach));
    return sum;
}

// Any piece that stands alone between the queen and an enemy rook or bishop is pinned to her if it
// is hers, and can uncover an attack if it is not.
template <Color us, class TermsKind>
[[nodiscard]] Tapered queen_terms(const Scene& scene, const TermsKind& terms, Square square) {
    constexpr Color them = ~us;
    Bitboard sliders = (rook_rays(square) & scene.pieces(them, PieceType::Rook)) |
                       (bishop_rays(square) & scene.pieces(them, PieceType::Bishop));
    int pursuers = 0;
    while (sliders) {
        const Square slider = take_first(sliders);
        const Bitboard between = path_to(square, slider) & scene.occupied & ~bit(slider);
        pursuers += between != 0 && has_at_most_one(between);
    }
    return terms.count(us, terms.weights().queens.pursued, pursuers);
}

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

// What the pieces of one type attack, gathered in registers and noted in the scene when all are
// seen.
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
