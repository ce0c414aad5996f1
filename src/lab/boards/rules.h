// The rules that are the same on every board: side to move, castling rights, en passant, and making
// and unmaking a move by putting, taking and sliding pieces.
//
// A board derives from Rules<Board> (CRTP, so no call is virtual) and defines
//
//     Piece piece_on(Square) const;
//     void put(Piece, Square);            // on an empty square
//     void take(Square);                  // removes the piece
//     void slide(Square from, Square to);  // to an empty square
//     Square king(Color) const;
//     bool is_attacked(Square, Color by) const;
//
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

// The rights that remain when a piece moves from or to a square.
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

// The part of a position beside the pieces.
struct GameState {
    Color side_to_move = Color::White;
    CastlingRights castling = 0;
    // Behind a pawn that has just made a double step, even if no capture is possible.
    Square en_passant = Square::None;

    [[nodiscard]] friend bool operator==(const GameState&, const GameState&) = default;
};

template <class Board>
class Rules {
  public:
    // The longest line that can be unmade.
    static constexpr std::size_t max_plies = 256;

    [[nodiscard]] Color side_to_move() const { return state_.side_to_move; }
    [[nodiscard]] const GameState& state() const { return state_; }

    // Whether the king of the side to move is attacked.
    [[nodiscard]] bool in_check() const {
        return board().is_attacked(board().king(side_to_move()), ~side_to_move());
    }
    // Whether the last move left its own king attacked, and so was illegal.
    [[nodiscard]] bool left_in_check() const {
        return board().is_attacked(board().king(~side_to_move()), side_to_move());
    }

    // The piece that the last move captured, or Piece::None.
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
    // Called by the constructor of a board when its arrays are ready.
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

    // Whether the squares are two ranks apart on one file.
    [[nodiscard]] static bool is_double_step(Square from, Square to) {
        return (index_of(from) ^ index_of(to)) == 16;
    }
    void lose_rights(Square from, Square to) {
        const int kept = detail::kept_rights[from] & detail::kept_rights[to];
        state_.castling = static_cast<CastlingRights>(state_.castling & kept);
    }
    // Removes and returns the piece on the square, if there is one.
    [[nodiscard]] Piece capture(Square square) {
        const Piece there = board().piece_on(square);
        if (there != Piece::None) board().take(square);
        return there;
    }

    // Castling, en passant and promotion.
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

// Moves are generated legal, or pseudo-legal and then tested after they are made.

enum class Generation : std::uint8_t { Legal, PseudoLegal };

template <Generation generation, Wanted wanted, LabBoard Board>
void generate(Board& board, MoveList& list) {
    constexpr bool all = wanted == Wanted::All;
    if constexpr (generation == Generation::Legal)
        all ? board.legal_moves(list) : board.captures(list);
    else
        all ? board.pseudo_legal_moves(list) : board.pseudo_legal_captures(list);
}

// Whether the last move was legal.
template <Generation generation, LabBoard Board>
[[nodiscard]] bool was_legal(const Board& board) {
    return generation == Generation::Legal || !board.left_in_check();
}

}  // namespace rookery::lab
