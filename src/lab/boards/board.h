// What the experiment on board representations asks of a board.
//
// Six boards keep the same game in six ways: as a beginner's 8x8 array, as one array of 64 squares,
// as the 10x12 mailbox, as 0x88, and as bitboards with magic or PEXT lookup. Perft, search and
// evaluation are written once, over this concept, and compiled for each board; nothing is called
// through a pointer. A board answers in the way that its idea makes natural, for answers in a
// common form would hide what is to be measured.
//
// What every node calls is marked [[gnu::always_inline]]: six boards in one program are more than
// the compiler cares to inline, and which of them it left out would be luck.
//
// Standard chess only: castling starts from e1 or e8 with a rook in the corner.
#pragma once

#include "chess/move.h"
#include "chess/position.h"

#include <array>
#include <concepts>
#include <string_view>

namespace rookery::lab {

// Which moves a generator is to give: all, or those that quiescence looks at, which are the
// captures and the promotions, none of them to less than a queen.
enum class Wanted : std::uint8_t { All, Captures };

// Squares that the pieces of a colour attack and that none of its own pieces occupies, counted for
// every piece.
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

// What there is to say of the pawns of a colour.
struct PawnCounts {
    int doubled = 0;   // another of its own pawns is further ahead on its file
    int isolated = 0;  // no pawn of its own on the files beside it
    std::array<std::int8_t, 8> passed =
        {};  // by rank, as the owner counts: no enemy pawn can stop or capture it

    [[nodiscard]] friend bool operator==(const PawnCounts&, const PawnCounts&) = default;
};

// For the concept alone.
struct AnyVisitor {
    void operator()(Piece, Square) const {}
};

template <class Board>
concept LabBoard = std::constructible_from<Board, const Position&> && std::copyable<Board> &&
    requires(Board board, const Board& seen, MoveList& list, Move move, Square square) {
    { Board::name } -> std::convertible_to<std::string_view>;
    { Board::id } -> std::convertible_to<std::string_view>;  // as one types it

    // The game. Lists are added to; a move made must be legal, or at least pseudo-legal and taken
    // back at once if it left the own king attacked.
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

    // The questions of the evaluation.
    { seen.for_each_piece(AnyVisitor{}) } -> std::same_as<void>;
    { seen.mobility() } -> std::same_as<ByColor<Mobility>>;
    { seen.pawn_counts() } -> std::same_as<ByColor<PawnCounts>>;
};

}  // namespace rookery::lab
