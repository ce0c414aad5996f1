// The facts about a position that the terms need, computed once: attack maps, pins, king rings.
#pragma once

#include "chess/position.h"
#include "eval/classical/pawn_table.h"
#include "eval/classical/tapered.h"
#include "eval/geometry.h"

namespace rookery::classical {

struct EvalContext {
    const Position& position;
    const PawnEntry* pawns = nullptr;
    Bitboard occupied;
    ByColor<Square> king;
    ByColor<ByPieceType<int>> counts;
    int phase;

    // Squares attacked by pieces of a type, by any piece, and by two pieces at least. Sliders see
    // through own sliders that move along the same line; pinned pieces attack along the pin only.
    ByColor<ByPieceType<Bitboard>> attacked_by;
    ByColor<Bitboard> attacked;
    ByColor<Bitboard> attacked_twice;

    ByColor<Bitboard> pinned;
    ByColor<Bitboard> mobility_area;

    // The squares around a king, and the pieces of a side that attack those of the other king.
    ByColor<Bitboard> ring;
    ByColor<int> attackers;
    ByColor<ByPieceType<int>> attackers_by;
    ByColor<int> ring_hits;

    explicit EvalContext(const Position& position_);

    [[nodiscard]] Bitboard pieces(Color color, PieceType type) const {
        return position.pieces(color, type);
    }

  private:
    template <Color us>
    void begin_side();
};

// Pieces of a colour that are pinned to their king. The position knows those of the side to move
// only.
[[nodiscard]] inline Bitboard pinned_pieces(const Position& position, Color color) {
    if (position.side_to_move() == color) return position.pinned();
    const Square king = position.king(color);
    const Bitboard occupied = position.occupied();
    Bitboard sliders = (rook_rays(king) & position.straight_sliders(~color)) |
                       (bishop_rays(king) & position.diagonal_sliders(~color));
    Bitboard pinned = 0;
    while (sliders) {
        const Square slider = take_first(sliders);
        const Bitboard between = path_to(king, slider) & occupied & ~bit(slider);
        if (has_at_most_one(between)) pinned |= between & position.pieces(color);
    }
    return pinned;
}

// A king at the edge has its surroundings moved in, so that corners are not safer by having fewer
// squares to hit. The three files as squares of the lowest rank:
[[nodiscard]] constexpr Bitboard surrounding_files(Square king) {
    return Bitboard{0x7} << (std::clamp(file_number(king), 1, 6) - 1);
}
[[nodiscard]] constexpr Bitboard king_surroundings(Square king) {
    const int rank = std::clamp(rank_number(king), 1, 6);
    return (surrounding_files(king) * 0x010101) << (8 * (rank - 1));
}

template <Color us>
void EvalContext::begin_side() {
    constexpr Color them = ~us;
    for (PieceType type : all_piece_types) counts[us][type] = popcount(position.pieces(us, type));
    king[us] = position.king(us);
    pinned[us] = pinned_pieces(position, us);

    const Bitboard own_pawns = position.pieces(us, PieceType::Pawn);
    const Bitboard by_pawns = pawn_attacks_of_all<us>(own_pawns);
    const Bitboard by_two_pawns = pawn_attacks_by_two<us>(own_pawns);
    const Bitboard by_king = king_attacks(king[us]);
    attacked_by[us].fill(0);
    attacked_by[us][PieceType::Pawn] = by_pawns;
    attacked_by[us][PieceType::King] = by_king;
    attacked[us] = by_pawns | by_king;
    attacked_twice[us] = by_two_pawns | (by_pawns & by_king);

    // Squares two pawns guard are not where an attack comes through.
    ring[us] = king_surroundings(king[us]) & ~by_two_pawns;

    const Bitboard stuck =
        own_pawns & (shift<PawnSteps<them>::push>(occupied) | ranks_for<us>(2, 3));
    const Bitboard enemy_pawn_attacks =
        pawn_attacks_of_all<them>(position.pieces(them, PieceType::Pawn));
    mobility_area[us] = ~(stuck | position.pieces(us, PieceType::King) |
                          position.pieces(us, PieceType::Queen) | pinned[us] | enemy_pawn_attacks);

    attackers[us] = 0;
    attackers_by[us].fill(0);
    ring_hits[us] = 0;
}

inline EvalContext::EvalContext(const Position& position_)
    : position(position_), occupied(position_.occupied()) {
    begin_side<Color::White>();
    begin_side<Color::Black>();
    phase = 0;
    for (PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
        phase += phase_of_piece[type] * (counts[Color::White][type] + counts[Color::Black][type]);
    phase = std::min(phase, full_phase);
}

}  // namespace rookery::classical
