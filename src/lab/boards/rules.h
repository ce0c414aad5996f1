// What of the game is the same on every board: turns, castling rights, en passant, and how a move
// is made and taken back in terms of putting, taking and sliding pieces.
//
// A board derives from Rules<Board> and brings
//
//     Piece piece_on(Square) const;
//     void put(Piece, Square);            // on an empty square
//     void take(Square);                  // the piece there goes
//     void slide(Square from, Square to);  // to an empty square
//     Square king(Color) const;
//     bool is_attacked(Square, Color by) const;
//
// which are calls known when compiling.
#pragma once

#include "chess/move.h"
#include "chess/position.h"
#include "lab/boards/board.h"

#include <array>
#include <cassert>

namespace rookery::lab {

// One bit for every colour and wing.
using CastlingRights = std::uint8_t;

[[nodiscard]] constexpr CastlingRights castling_right(Color color, Wing wing) {
    return static_cast<CastlingRights>(1 << (2 * static_cast<int>(color) + static_cast<int>(wing)));
}
[[nodiscard]] constexpr Square castling_king(Color color) {
    return make_square(File::E, back_rank(color));
}
[[nodiscard]] constexpr Square castling_corner(Color color, Wing wing) {
    return make_square(wing == Wing::King ? File::H : File::A, back_rank(color));
}

namespace detail {

// What remains of the rights when a piece leaves or reaches a square.
constexpr BySquare<CastlingRights> make_kept_rights() {
    BySquare<CastlingRights> kept{};
    kept.fill(0b1111);
    for (Color color : both_colors) {
        for (Wing wing : {Wing::King, Wing::Queen}) {
            const auto others = static_cast<CastlingRights>(~castling_right(color, wing));
            kept[castling_king(color)] &= others;
            kept[castling_corner(color, wing)] &= others;
        }
    }
    return kept;
}

inline constexpr BySquare<CastlingRights> kept_rights = make_kept_rights();

}  // namespace detail

// The part of a position that the pieces do not show.
struct GameState {
    Color side_to_move = Color::White;
    CastlingRights castling = 0;
    Square en_passant =
        Square::None;  // behind a pawn that has just made a double step, useful or not

    [[nodiscard]] friend bool operator==(const GameState&, const GameState&) = default;
};

template <class Board>
class Rules {
  public:
    // Lines longer than that are not made here.
    static constexpr std::size_t max_plies = 256;

    [[nodiscard]] Color side_to_move() const { return state_.side_to_move; }
    [[nodiscard]] const GameState& state() const { return state_; }

    // Is the king of the side to move attacked?
    [[nodiscard]] bool in_check() const {
        return board().is_attacked(board().king(side_to_move()), ~side_to_move());
    }
    // Did whoever moved last leave the king attacked? Then the move was not legal.
    [[nodiscard]] bool left_in_check() const {
        return board().is_attacked(board().king(~side_to_move()), side_to_move());
    }

    // What the last move took, or nothing.
    [[nodiscard]] Piece captured() const { return undo_[plies_ - 1].captured; }

    [[gnu::always_inline]] void make(Move move) {
        assert(plies_ < max_plies);
        const Square from = move.from();
        const Square to = move.to();
        Undo& undo = undo_[plies_++];
        undo = {move, Piece::None, state_};
        const Color us = state_.side_to_move;
        state_.side_to_move = ~us;
        state_.en_passant = Square::None;
        lose_rights(from, to);
        if (move.kind() != MoveKind::Normal) [[unlikely]]
            return make_special(move, us, undo);

        undo.captured = capture(to);
        board().slide(from, to);
        if (is_double_step(from, to) && type_of(board().piece_on(to)) == PieceType::Pawn)
            state_.en_passant = from + forward(us);
    }

    [[gnu::always_inline]] void unmake() {
        assert(plies_ > 0);
        const Undo& undo = undo_[--plies_];
        state_ = undo.state;
        const Square to = undo.move.to();
        if (undo.move.kind() != MoveKind::Normal) [[unlikely]]
            return unmake_special(undo);

        board().slide(to, undo.move.from());
        if (undo.captured != Piece::None) board().put(undo.captured, to);
    }

  protected:
    explicit Rules(const Position& position) {
        assert(!position.needs_chess960());
        state_.side_to_move = position.side_to_move();
        state_.en_passant = position.en_passant();
        for (Color color : both_colors)
            for (Wing wing : {Wing::King, Wing::Queen})
                if (position.castling_rook(color, wing) != Square::None)
                    state_.castling |= castling_right(color, wing);
    }
    // To be called by a board once it can take pieces.
    void put_pieces_of(const Position& position) {
        for (Square square : squares(position.occupied()))
            board().put(position.piece_on(square), square);
    }

    [[nodiscard]] bool may_castle(Color color, Wing wing) const {
        return (state_.castling & castling_right(color, wing)) != 0;
    }

    GameState state_;

  private:
    struct Undo {
        Move move;
        Piece captured;
        GameState state;
    };

    // Of a pawn: two ranks apart on one file. Others may move so too.
    [[nodiscard]] static bool is_double_step(Square from, Square to) {
        return (index_of(from) ^ index_of(to)) == 16;
    }
    void lose_rights(Square from, Square to) {
        const int kept = detail::kept_rights[from] & detail::kept_rights[to];
        state_.castling = static_cast<CastlingRights>(state_.castling & kept);
    }
    // Takes what stands there, if anything does.
    [[nodiscard]] Piece capture(Square square) {
        const Piece there = board().piece_on(square);
        if (there != Piece::None) board().take(square);
        return there;
    }

    // Castling, taking en passant, promoting.
    void make_special(Move move, Color us, Undo& undo) {
        if (move.is_castling()) return castle(us, move.wing());
        const Square to = move.to();
        undo.captured = capture(move.is_en_passant() ? to - forward(us) : to);
        board().slide(move.from(), to);
        if (move.is_promotion()) become(make_piece(us, move.promoted()), to);
    }
    void unmake_special(const Undo& undo) {
        const Color us = state_.side_to_move;
        const Move move = undo.move;
        if (move.is_castling()) return castle_back(us, move.wing());
        const Square to = move.to();
        if (move.is_promotion()) become(make_piece(us, PieceType::Pawn), to);
        board().slide(to, move.from());
        if (undo.captured != Piece::None)
            board().put(undo.captured, move.is_en_passant() ? to - forward(us) : to);
    }
    void become(Piece piece, Square square) {
        board().take(square);
        board().put(piece, square);
    }
    void castle(Color us, Wing wing) {
        board().slide(castling_king(us), castled_king_square(us, wing));
        board().slide(castling_corner(us, wing), castled_rook_square(us, wing));
    }
    void castle_back(Color us, Wing wing) {
        board().slide(castled_rook_square(us, wing), castling_corner(us, wing));
        board().slide(castled_king_square(us, wing), castling_king(us));
    }

    [[nodiscard]] Board& board() { return static_cast<Board&>(*this); }
    [[nodiscard]] const Board& board() const { return static_cast<const Board&>(*this); }

    std::size_t plies_ = 0;
    std::array<Undo, max_plies> undo_;
};

// Where the legality of a move comes from: known before it is made, or seen afterwards.

enum class Generation : std::uint8_t { Legal, PseudoLegal };

template <Generation generation, Wanted wanted, LabBoard Board>
void generate(Board& board, MoveList& list) {
    constexpr bool all = wanted == Wanted::All;
    if constexpr (generation == Generation::Legal)
        all ? board.legal_moves(list) : board.captures(list);
    else
        all ? board.pseudo_legal_moves(list) : board.pseudo_legal_captures(list);
}

// Of the move that was made last.
template <Generation generation, LabBoard Board>
[[nodiscard]] bool was_legal(const Board& board) {
    return generation == Generation::Legal || !board.left_in_check();
}

}  // namespace rookery::lab
