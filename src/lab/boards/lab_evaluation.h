// The evaluation of all boards: tapered material and piece-square values, mobility and pawn
// structure.
//
// The board finds the pieces, their mobility and the pawn structure in its own way; the experiment
// measures the time for it. All boards have the same value for the same position.
//
// Two sums are updated from move to move, as in engines: material with piece-square values, and the
// pawn structure, which is evaluated again only after a pawn has moved or was captured. Mobility is
// evaluated in every position.
#pragma once

#include "eval/classical/default_weights.h"
#include "eval/classical/tapered.h"
#include "eval/classical/terms.h"
#include "lab/boards/board.h"
#include "lab/boards/rules.h"

#include <algorithm>

namespace rookery::lab {

// How much of the evaluation is used; each includes the one before.
enum class Asked : std::uint8_t { Material, Squares, Full };

namespace detail {

using classical::Tapered;

// The value of a piece on a square, and its share of the game phase.
struct Placement {
    Tapered value;
    int phase = 0;

    constexpr Placement& operator+=(const Placement& other) {
        value += other.value;
        phase += other.phase;
        return *this;
    }
    constexpr Placement& operator-=(const Placement& other) {
        value -= other.value;
        phase -= other.phase;
        return *this;
    }
    [[nodiscard]] friend constexpr bool operator==(const Placement&, const Placement&) = default;
};

using Placements = ByPiece<BySquare<Placement>>;

// Material and piece-square values with the weights of the engine; negative for Black.
constexpr Placements make_placements(bool with_squares) {
    constexpr const classical::MaterialWeights& pieces = classical::default_weights.material;
    constexpr const classical::PieceSquareWeights& places = classical::default_weights.piece_square;
    Placements placements{};
    for (Color color : both_colors) {
        for (int i = 0; i < 64; ++i) {
            const Square square = square_at(i);
            const std::size_t index = classical::wing_index(color, square);
            const auto set = [&](PieceType type, Tapered piece, Tapered place) {
                const Tapered value = with_squares ? piece + place : piece;
                placements[make_piece(color, type)][square] = {
                    color == Color::White ? value : -value, classical::phase_of_piece[type]};
            };
            const bool has_pawns = rank_of(square) != Rank::R1 && rank_of(square) != Rank::R8;
            if (has_pawns) set(PieceType::Pawn, pieces.pawn, places.pawn[index - 4]);
            set(PieceType::Knight, pieces.knight, places.knight[index]);
            set(PieceType::Bishop, pieces.bishop, places.bishop[index]);
            set(PieceType::Rook, pieces.rook, places.rook[index]);
            set(PieceType::Queen, pieces.queen, places.queen[index]);
            set(PieceType::King, {}, places.king[index]);
        }
    }
    return placements;
}

inline constexpr Placements bare_placements = make_placements(false);
inline constexpr Placements placements = make_placements(true);

// Values for each square of mobility, and for pawns. They are simple, because only speed is
// compared.
inline constexpr Tapered knight_move{4, 4};
inline constexpr Tapered bishop_move{5, 5};
inline constexpr Tapered rook_move{2, 4};
inline constexpr Tapered queen_move{1, 2};
inline constexpr Tapered doubled_pawn{-8, -20};
inline constexpr Tapered isolated_pawn{-10, -15};
inline constexpr std::array<Tapered, 8> passed_pawn = {
    {{0, 0}, {2, 8}, {4, 12}, {8, 22}, {18, 40}, {35, 70}, {60, 115}, {0, 0}}};

[[nodiscard]] constexpr Tapered value_of(const Mobility& mobility) {
    return knight_move * mobility.knight + bishop_move * mobility.bishop +
           rook_move * mobility.rook + queen_move * mobility.queen;
}
[[nodiscard]] constexpr Tapered value_of(const PawnCounts& pawns) {
    Tapered sum = doubled_pawn * pawns.doubled + isolated_pawn * pawns.isolated;
    if (pawns.passed == decltype(pawns.passed){}) return sum;
    for (std::size_t rank = 1; rank < 7; ++rank) sum += passed_pawn[rank] * pawns.passed[rank];
    return sum;
}

}  // namespace detail

// The sums that are updated from move to move; positive if White is better.
struct Standing {
    detail::Placement pieces;
    classical::Tapered pawns;

    [[nodiscard]] friend bool operator==(const Standing&, const Standing&) = default;
};

class Evaluation {
  public:
    explicit Evaluation(Asked asked = Asked::Full)
        : placements_(asked == Asked::Material ? detail::bare_placements : detail::placements),
          is_full_(asked == Asked::Full) {}

    // Computed from all pieces.
    template <LabBoard Board>
    [[nodiscard]] Standing standing(const Board& board) const {
        Standing now;
        board.for_each_piece(
            [&](Piece piece, Square square) { now.pieces += placements_[piece][square]; });
        if (is_full_) now.pawns = pawns(board);
        return now;
    }

    // Updated by the last move.
    template <LabBoard Board>
    [[nodiscard]] [[gnu::always_inline]] Standing after(Move move, const Board& board,
                                                        Standing standing) const {
        if (move.kind() != MoveKind::Normal) [[unlikely]]
            return after_special(move, board, standing);
        const Square to = move.to();
        const Piece piece = board.piece_on(to);
        const Piece captured = board.captured();
        shift(standing, piece, move.from(), to);
        if (captured != Piece::None) standing.pieces -= placements_[captured][to];
        if (is_full_ && (type_of(piece) == PieceType::Pawn || type_of(captured) == PieceType::Pawn))
            standing.pawns = pawns(board);
        return standing;
    }

    // From the side to move, in the engine's unit.
    template <LabBoard Board>
    [[nodiscard]] [[gnu::always_inline]] int value(const Board& board,
                                                   const Standing& standing) const {
        classical::Tapered sum = standing.pieces.value + standing.pawns;
        if (is_full_) {
            const ByColor<Mobility> mobility = board.mobility();
            sum += detail::value_of(mobility[Color::White] - mobility[Color::Black]);
        }
        const int phase = std::min(standing.pieces.phase, classical::full_phase);
        const int value = classical::blend(sum, phase, classical::full_scale);
        return board.side_to_move() == Color::White ? value : -value;
    }

  private:
    // After castling, en passant or promotion.
    template <LabBoard Board>
    [[nodiscard]] Standing after_special(Move move, const Board& board, Standing standing) const {
        const Color us = ~board.side_to_move();
        const Square to = move.to();
        if (move.is_castling()) {
            shift(standing, make_piece(us, PieceType::King), move.from(),
                  castled_king_square(us, move.wing()));
            shift(standing, make_piece(us, PieceType::Rook), to,
                  castled_rook_square(us, move.wing()));
            return standing;
        }
        standing.pieces -= placements_[make_piece(us, PieceType::Pawn)][move.from()];
        standing.pieces += placements_[board.piece_on(to)][to];
        const Piece captured = board.captured();
        if (captured != Piece::None)
            standing.pieces -= placements_[captured][move.is_en_passant() ? to - forward(us) : to];
        if (is_full_) standing.pawns = pawns(board);
        return standing;
    }
    void shift(Standing& standing, Piece piece, Square from, Square to) const {
        standing.pieces -= placements_[piece][from];
        standing.pieces += placements_[piece][to];
    }
    template <LabBoard Board>
    [[nodiscard]] static classical::Tapered pawns(const Board& board) {
        const ByColor<PawnCounts> counts = board.pawn_counts();
        return detail::value_of(counts[Color::White]) - detail::value_of(counts[Color::Black]);
    }

    const detail::Placements& placements_;
    bool is_full_;
};

}  // namespace rookery::lab
