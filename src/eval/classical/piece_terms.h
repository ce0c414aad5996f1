// The terms of knights, bishops, rooks and queens: mobility, squares, and what each type has of its
// own. The same loop fills the attack maps of the context, knights first and queens last.
#pragma once

#include "eval/classical/eval_context.h"
#include "eval/classical/terms.h"

namespace rookery::classical {

// Squares in the enemy's half no enemy pawn will ever attack.
template <Color us>
[[nodiscard]] Bitboard outposts(const EvalContext& context) {
    return ranks_for<us>(4, 6) & ~context.pawns->attack_span[~us];
}

// In the enemy's corner, with pawns that guard the way out.
template <Color us>
[[nodiscard]] bool knight_is_trapped(const EvalContext& context, Square square) {
    const Bitboard enemy_pawns = context.pieces(~us, PieceType::Pawn);
    const int file = file_number(square);
    const int inward = file == 0 ? 1 : -1;
    const auto pawn_at = [&](int files_in, Rank for_us) {
        return contains(enemy_pawns, make_square(static_cast<File>(file + files_in * inward),
                                                 relative_rank(us, for_us)));
    };
    if (rank_for(us, square) == 7) return pawn_at(0, Rank::R7) || pawn_at(2, Rank::R7);
    return pawn_at(1, Rank::R7) && (pawn_at(0, Rank::R6) || pawn_at(2, Rank::R6));
}

// At the edge behind a pawn that blocks the way back: a7 with a pawn on b6, a6 with one on b5.
template <Color us>
[[nodiscard]] bool bishop_is_trapped(const EvalContext& context, Square square) {
    const Square beside = file_number(square) == 0 ? square + Step::East : square + Step::West;
    const Bitboard enemy_pawns = context.pieces(~us, PieceType::Pawn);
    if (!contains(enemy_pawns, beside - forward(us))) return false;
    // From a6 the way through b7 must be blocked as well.
    return rank_for(us, square) == 6 || contains(enemy_pawns, beside + forward(us));
}

template <Color us, class TermsKind>
[[nodiscard]] Tapered trapped_minors(const EvalContext& context, const TermsKind& terms) {
    constexpr Bitboard edges = bits_of(File::A) | bits_of(File::H);
    const MinorWeights& weights = terms.weights().minors;
    Tapered sum;
    for (Square square :
         squares(context.pieces(us, PieceType::Knight) & edges & ranks_for<us>(7, 8)))
        sum += terms.count(us, weights.trapped_knight, knight_is_trapped<us>(context, square));
    for (Square square :
         squares(context.pieces(us, PieceType::Bishop) & edges & ranks_for<us>(6, 7)))
        sum += terms.count(us, weights.trapped_bishop, bishop_is_trapped<us>(context, square));
    return sum;
}

// Terms of all minor pieces of a side at once.
template <Color us, class TermsKind>
[[nodiscard]] Tapered minor_terms(const EvalContext& context, const TermsKind& terms) {
    const MinorWeights& weights = terms.weights().minors;
    const Bitboard knights = context.pieces(us, PieceType::Knight);
    const Bitboard bishops = context.pieces(us, PieceType::Bishop);
    const Bitboard pawns = context.pieces(us, PieceType::Pawn);
    const Bitboard by_pawns = context.attacked_by[us][PieceType::Pawn];
    const Bitboard behind_pawns = shift<PawnSteps<~us>::push>(pawns);
    const Bitboard good = outposts<us>(context);

    Tapered sum =
        terms.count(us, weights.behind_pawn, popcount((knights | bishops) & behind_pawns));
    sum += terms.count(us, weights.defended, popcount((knights | bishops) & by_pawns));
    sum += terms.count(us, weights.knight_outpost[0], popcount(knights & good & ~by_pawns));
    sum += terms.count(us, weights.knight_outpost[1], popcount(knights & good & by_pawns));
    sum += terms.count(us, weights.bishop_outpost[0], popcount(bishops & good & ~by_pawns));
    sum += terms.count(us, weights.bishop_outpost[1], popcount(bishops & good & by_pawns));
    constexpr Bitboard nests = (bits_of(File::B) | bits_of(File::G)) & ranks_for<us>(2, 2);
    sum += terms.count(us, weights.fianchetto, popcount(bishops & nests & behind_pawns));
    sum += trapped_minors<us>(context, terms);
    return sum;
}

template <Color us, class TermsKind>
[[nodiscard]] Tapered knight_terms(const EvalContext& context, const TermsKind& terms,
                                   Square square, Bitboard attacks) {
    const MinorWeights& weights = terms.weights().minors;
    const Bitboard good = outposts<us>(context);
    const Bitboard goals =
        good & context.attacked_by[us][PieceType::Pawn] & ~context.position.pieces(us);
    Tapered sum = terms.count(us, weights.outpost_reachable,
                              !contains(good, square) && (attacks & goals) != 0);
    sum += terms.count(us, weights.knight_king_distance, distance(square, context.king[us]));
    return sum;
}

// On a long diagonal, with no pawn between the bishop and two squares of the centre.
[[nodiscard]] inline bool crosses_centre(Square bishop, Bitboard pawns) {
    constexpr Bitboard long_diagonals = 0x8142241818244281ULL;
    if (!contains(long_diagonals & ~centre, bishop)) return false;
    return has_several(bishop_attacks(bishop, pawns) & centre);
}

template <Color us, class TermsKind>
[[nodiscard]] Tapered bishop_terms(const EvalContext& context, const TermsKind& terms,
                                   Square square) {
    const MinorWeights& weights = terms.weights().minors;
    const Bitboard own_pawns = context.pieces(us, PieceType::Pawn);
    const Bitboard enemy_pawns = context.pieces(~us, PieceType::Pawn);
    const Bitboard blocked = own_pawns & shift<PawnSteps<~us>::push>(context.occupied);

    Tapered sum = terms.count(us, weights.bishop_king_distance, distance(square, context.king[us]));
    sum += terms.count(us, weights.bishop_own_pawns,
                       popcount(own_pawns & squares_of_color(square)) *
                           (1 + popcount(blocked & centre_files)));
    sum += terms.count(us, weights.bishop_enemy_pawns, popcount(bishop_rays(square) & enemy_pawns));
    sum += terms.count(us, weights.long_diagonal, crosses_centre(square, own_pawns | enemy_pawns));
    return sum;
}

// Terms of all rooks of a side at once.
template <Color us, class TermsKind>
[[nodiscard]] Tapered rook_terms(const EvalContext& context, const TermsKind& terms) {
    constexpr Color them = ~us;
    const Bitboard rooks = context.pieces(us, PieceType::Rook);
    if (!rooks) return {};
    const RookWeights& weights = terms.weights().rooks;
    const Bitboard own_pawns = context.pieces(us, PieceType::Pawn);
    const Bitboard enemy_pawns = context.pieces(them, PieceType::Pawn);
    const auto files_of = [](Bitboard pawns) {
        return fill_ahead<Color::White>(pawns) | fill_ahead<Color::Black>(pawns);
    };
    const Bitboard without_own = rooks & ~files_of(own_pawns);
    const Bitboard open = without_own & ~files_of(enemy_pawns);
    const Bitboard immobile = own_pawns & shift<PawnSteps<them>::push>(context.occupied);
    Tapered sum = terms.count(us, weights.open_file, popcount(open));
    sum += terms.count(us, weights.half_open_file, popcount(without_own & ~open));
    sum +=
        terms.count(us, weights.behind_blocked_pawn, popcount(rooks & fill_ahead<them>(immobile)));

    constexpr Bitboard seventh = ranks_for<us>(7, 7);
    const bool worth_it = ((enemy_pawns & seventh) != 0) | (rank_for(us, context.king[them]) == 7);
    sum += terms.count(us, weights.seventh_rank, popcount(rooks & seventh) * worth_it);

    const Square king = context.king[them];
    sum +=
        terms.count(us, weights.facing_king, popcount(rooks & (file_bits(king) | rank_bits(king))));
    Bitboard queen_lines = 0;
    for (Square queen : squares(context.pieces(them, PieceType::Queen)))
        queen_lines |= file_bits(queen) | rank_bits(queen);
    sum += terms.count(us, weights.facing_queen, popcount(rooks & queen_lines));
    return sum;
}

// In the corner beside its own king, with few squares to go to, and castling will not free it.
// Written without branches, which would be mispredicted.
template <Color us>
[[nodiscard]] bool rook_is_trapped(const EvalContext& context, Square square, int reach) {
    constexpr int few = 3;
    const int king_file = file_number(context.king[us]);
    const int rook_file = file_number(square);
    const bool behind_king = king_file < 4 ? rook_file < king_file : rook_file > king_file;
    const bool at_home = (rank_for(us, square) <= 1) & (rank_for(us, context.king[us]) == 0);
    return (reach <= few) & at_home & behind_king &
           !contains(context.position.castling_rooks(), square);
}

template <Color us, class TermsKind>
[[nodiscard]] Tapered one_rook(const EvalContext& context, const TermsKind& terms, Square square,
                               Bitboard attacks, int reach) {
    const RookWeights& weights = terms.weights().rooks;
    const Bitboard partners = attacks & context.pieces(us, PieceType::Rook);
    Tapered sum = terms.count(us, weights.connected, (partners & rank_bits(square)) != 0);
    sum += terms.count(us, weights.doubled, (partners & file_bits(square)) != 0);
    sum += terms.count(us, weights.trapped, rook_is_trapped<us>(context, square, reach));
    return sum;
}

// A piece that stands alone between the queen and an enemy rook or bishop is pinned to her if it is
// ours, and can uncover an attack if it is not.
template <Color us, class TermsKind>
[[nodiscard]] Tapered queen_terms(const EvalContext& context, const TermsKind& terms,
                                  Square square) {
    constexpr Color them = ~us;
    Bitboard sliders = (rook_rays(square) & context.pieces(them, PieceType::Rook)) |
                       (bishop_rays(square) & context.pieces(them, PieceType::Bishop));
    int pursuers = 0;
    while (sliders) {
        const Square slider = take_first(sliders);
        const Bitboard between = path_to(square, slider) & context.occupied & ~bit(slider);
        pursuers += between != 0 && has_at_most_one(between);
    }
    return terms.count(us, terms.weights().queens.pursued, pursuers);
}

// The weights of a piece type, of a group that has them by type.
template <PieceType type, class GroupWeights>
[[nodiscard]] constexpr const auto& weights_of(const GroupWeights& weights) {
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

// Sliders see through own sliders that would recapture along the same line (x-ray).
template <Color us, PieceType type>
[[nodiscard]] Bitboard seen_from(const EvalContext& context, Square square) {
    if constexpr (type == PieceType::Knight)
        return knight_attacks(square);
    else if constexpr (type == PieceType::Bishop)
        return bishop_attacks(square, context.occupied ^ context.pieces(us, PieceType::Queen));
    else if constexpr (type == PieceType::Rook)
        return rook_attacks(square, context.occupied ^ context.position.straight_sliders(us));
    else
        return queen_attacks(square, context.occupied);
}

// The attacks of the pieces of one type, collected in registers and then written to the context.
struct AttackNotes {
    Bitboard by_type = 0;
    Bitboard attacked;
    Bitboard twice;
    int attackers = 0;
    int ring_hits = 0;
};

template <Color us>
[[nodiscard]] AttackNotes begin_notes(const EvalContext& context) {
    return {.attacked = context.attacked[us], .twice = context.attacked_twice[us]};
}

template <Color us>
void note_attacks(AttackNotes& notes, const EvalContext& context, Bitboard attacks) {
    constexpr Color them = ~us;
    notes.twice |= notes.attacked & attacks;
    notes.attacked |= attacks;
    notes.by_type |= attacks;
    // Without a branch, which would be mispredicted.
    const int aims = (attacks & context.ring[them]) != 0;
    notes.attackers += aims;
    notes.ring_hits += aims * popcount(attacks & context.attacked_by[them][PieceType::King]);
}

template <Color us>
void keep_notes(EvalContext& context, PieceType type, const AttackNotes& notes) {
    context.attacked[us] = notes.attacked;
    context.attacked_twice[us] = notes.twice;
    context.attacked_by[us][type] = notes.by_type;
    context.attackers[us] += notes.attackers;
    context.attackers_by[us][type] = notes.attackers;
    context.ring_hits[us] += notes.ring_hits;
}

template <Color us, PieceType type, class TermsKind>
[[nodiscard]] Tapered terms_of_pieces(EvalContext& context, const TermsKind& terms) {
    const Weights& weights = terms.weights();
    AttackNotes notes = begin_notes<us>(context);
    Tapered sum;
    for (Square square : squares(context.pieces(us, type))) {
        Bitboard attacks = seen_from<us, type>(context, square);
        if (contains(context.pinned[us], square)) attacks &= line_through(context.king[us], square);
        note_attacks<us>(notes, context, attacks);

        const int reach = popcount(attacks & context.mobility_area[us]);
        if (terms.has(Group::PieceSquare))
            sum += terms.count(us, weights_of<type>(weights.piece_square)[wing_index(us, square)]);
        if (terms.has(Group::Mobility))
            sum += terms.count(us,
                               weights_of<type>(weights.mobility)[static_cast<std::size_t>(reach)]);

        if constexpr (type == PieceType::Knight) {
            if (terms.has(Group::Minors)) sum += knight_terms<us>(context, terms, square, attacks);
        } else if constexpr (type == PieceType::Bishop) {
            if (terms.has(Group::Minors)) sum += bishop_terms<us>(context, terms, square);
        } else if constexpr (type == PieceType::Rook) {
            if (terms.has(Group::Rooks))
                sum += one_rook<us>(context, terms, square, attacks, reach);
        } else {
            if (terms.has(Group::Queens)) sum += queen_terms<us>(context, terms, square);
        }
    }
    keep_notes<us>(context, type, notes);
    return sum;
}

template <Color us, class TermsKind>
[[nodiscard]] Tapered piece_terms(EvalContext& context, const TermsKind& terms) {
    Tapered sum = terms_of_pieces<us, PieceType::Knight>(context, terms);
    sum += terms_of_pieces<us, PieceType::Bishop>(context, terms);
    sum += terms_of_pieces<us, PieceType::Rook>(context, terms);
    sum += terms_of_pieces<us, PieceType::Queen>(context, terms);
    if (terms.has(Group::Minors)) sum += minor_terms<us>(context, terms);
    if (terms.has(Group::Rooks)) sum += rook_terms<us>(context, terms);
    if (terms.has(Group::PieceSquare))
        sum += terms.count(us, weights_of<PieceType::King>(
                                   terms.weights().piece_square)[wing_index(us, context.king[us])]);
    return sum;
}

}  // namespace rookery::classical
