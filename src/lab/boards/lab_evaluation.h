// One evaluation for all boards of the experiment: material and squares from middlegame to endgame, mobility, pawns.
//
// It only asks; how the men, their mobility and the structure of the pawns are found is the board's affair, and
// what it costs is what the experiment measures. On the same position all boards come to the same number.
#pragma once

#include "eval/classical/combine.h"
#include "eval/classical/default_weights.h"
#include "eval/classical/terms.h"
#include "lab/boards/board.h"

#include <algorithm>

namespace rookery::lab {
namespace detail {

using classical::Tapered;

// What a man on a square adds to the sum, and how far it keeps the endgame away.
struct Placement {
    Tapered value;
    int phase = 0;

    constexpr Placement& operator+=(const Placement& other) {
        value += other.value;
        phase += other.phase;
        return *this;
    }
};

// Men and their squares, as the engine weighs them; Black's are negative.
constexpr ByPiece<BySquare<Placement>> make_placements() {
    constexpr const classical::MaterialWeights& men = classical::default_weights.material;
    constexpr const classical::PieceSquareWeights& places = classical::default_weights.piece_square;
    ByPiece<BySquare<Placement>> placements{};
    for (Color color : both_colors) {
        for (int i = 0; i < 64; ++i) {
            const Square square = square_at(i);
            const std::size_t index = classical::wing_index(color, square);
            const auto set = [&](PieceType type, Tapered value) {
                placements[make_piece(color, type)][square] = {color == Color::White ? value : -value,
                                                               classical::phase_of_piece[type]};
            };
            const bool has_pawns = rank_of(square) != Rank::R1 && rank_of(square) != Rank::R8;
            set(PieceType::Pawn, has_pawns ? men.pawn + places.pawn[index - 4] : Tapered());
            set(PieceType::Knight, men.knight + places.knight[index]);
            set(PieceType::Bishop, men.bishop + places.bishop[index]);
            set(PieceType::Rook, men.rook + places.rook[index]);
            set(PieceType::Queen, men.queen + places.queen[index]);
            set(PieceType::King, places.king[index]);
        }
    }
    return placements;
}

inline constexpr ByPiece<BySquare<Placement>> placements = make_placements();

// By the square, and simple: the boards are compared, not the play.
inline constexpr Tapered knight_move{4, 4};
inline constexpr Tapered bishop_move{5, 5};
inline constexpr Tapered rook_move{2, 4};
inline constexpr Tapered queen_move{1, 2};
inline constexpr Tapered doubled_pawn{-8, -20};
inline constexpr Tapered isolated_pawn{-10, -15};
inline constexpr std::array<Tapered, 8> passed_pawn = {
    {{0, 0}, {2, 8}, {4, 12}, {8, 22}, {18, 40}, {35, 70}, {60, 115}, {0, 0}}};

[[nodiscard]] constexpr Tapered value_of(const Mobility& mobility) {
    return knight_move * mobility.knight + bishop_move * mobility.bishop + rook_move * mobility.rook +
           queen_move * mobility.queen;
}
[[nodiscard]] constexpr Tapered value_of(const PawnCounts& pawns) {
    Tapered sum = doubled_pawn * pawns.doubled + isolated_pawn * pawns.isolated;
    for (std::size_t rank = 1; rank < 7; ++rank) sum += passed_pawn[rank] * pawns.passed[rank];
    return sum;
}

}  // namespace detail

// From the side to move, in the engine's unit.
template <LabBoard Board>
[[nodiscard]] int evaluate(const Board& board) {
    detail::Placement men;
    board.for_each_man([&](Piece piece, Square square) { men += detail::placements[piece][square]; });
    const ByColor<Mobility> mobility = board.mobility();
    const ByColor<PawnCounts> pawns = board.pawn_counts();
    const classical::Tapered sum = men.value + detail::value_of(mobility[Color::White]) -
                                   detail::value_of(mobility[Color::Black]) + detail::value_of(pawns[Color::White]) -
                                   detail::value_of(pawns[Color::Black]);
    const int value = classical::blend(sum, std::min(men.phase, classical::full_phase), classical::full_scale);
    return board.side_to_move() == Color::White ? value : -value;
}

}  // namespace rookery::lab
