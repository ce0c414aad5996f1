// The interface of the six boards that `lab boards` compares: the C++ concept LabBoard.
//
// The boards represent the same game in six ways: an 8x8 array, an array of 64 squares, the 10x12
// mailbox, 0x88, and bitboards with magic or PEXT lookup. Perft, search and evaluation are written
// once over this concept and compiled for each board, without virtual calls. Each board generates
// moves and answers the evaluation in its own natural way, because a common way would hide the
// differences that the experiment measures.
//
// Functions that every node calls are [[gnu::always_inline]]: with six boards in one program the
// compiler would inline some of them and not others.
//
// Standard chess only: castling starts from e1 or e8 with a rook in the corner.
#pragma once

#include "chess/move.h"
#include "chess/position.h"

#include <array>
#include <concepts>
#include <string_view>

namespace rookery::lab {

// Which moves are generated: all, or those of the quiescence search, which are captures and
// promotions to a queen.
enum class Wanted : std::uint8_t { All, Captures };

// For every piece of a colour, the number of attacked squares without a piece of its own colour.
struct Mobility {
    int knight = 0;
    int bishop = 0;
    int rook = 0;
    int queen = 0;

    [[nodiscard]] friend constexpr Mobility operator-(const Mobility& a, const Mobility& b) {
        return {a.knight - b.knight, a.bishop - b.bishop, a.rook - b.rook, a.queen - b.queen};
    }
    [[nodiscard]] friend bool operator==(const Mobility&, const Mobility&) = default;
};

// The pawn structure of a colour.
struct PawnCounts {
    int doubled = 0;   // pawns with another own pawn ahead on the same file
    int isolated = 0;  // pawns without an own pawn on the adjacent files
    // Passed pawns by rank in the view of their owner.
    std::array<std::int8_t, 8> passed = {};

    [[nodiscard]] friend bool operator==(const PawnCounts&, const PawnCounts&) = default;
};

// Used by the concept only.
struct AnyVisitor {
    void operator()(Piece, Square) const {}
};

template <class Board>
concept LabBoard = std::constructible_from<Board, const Position&> && std::copyable<Board> &&
    requires(Board board, const Board& seen, MoveList& list, Move move, Square square) {
    { Board::name } -> std::convertible_to<std::string_view>;
    { Board::id } -> std::convertible_to<std::string_view>;  // on the command line

    // The rules. Generators append to the list. A move that is made must be legal, or pseudo-legal
    // and unmade at once if it leaves the king attacked.
    { seen.side_to_move() } -> std::same_as<Color>;
    { seen.piece_on(square) } -> std::same_as<Piece>;
    { seen.in_check() } -> std::same_as<bool>;
    { seen.left_in_check() } -> std::same_as<bool>;
    { board.legal_moves(list) } -> std::same_as<void>;
    { board.captures(list) } -> std::same_as<void>;
    { board.count_legal_moves() } -> std::same_as<int>;
    { seen.pseudo_legal_moves(list) } -> std::same_as<void>;
    { seen.pseudo_legal_captures(list) } -> std::same_as<void>;
    { board.make(move) } -> std::same_as<void>;
    { board.unmake() } -> std::same_as<void>;
    { seen.captured() } -> std::same_as<Piece>;  // by the last move

    // For the evaluation.
    { seen.for_each_piece(AnyVisitor{}) } -> std::same_as<void>;
    { seen.mobility() } -> std::same_as<ByColor<Mobility>>;
    { seen.pawn_counts() } -> std::same_as<ByColor<PawnCounts>>;
};

}  // namespace rookery::lab
