// A board for random games: it draws a legal move without listing the moves, and makes it in place.
//
// A random game looks at one move of a position and never comes back, so most of what a Position
// keeps is of no use to it: there are no keys here and nothing is copied. The target squares of
// every piece are sets of bits; one of all their bits is drawn, and another if that move would
// leave the king in check. What is drawn evenly from more than the legal moves and kept only if
// legal is even over the legal ones.
#pragma once

#include "base/random.h"
#include "chess/position.h"

namespace rookery::mcts {

class PlayoutBoard {
  public:
    explicit PlayoutBoard(const Position& position);

    [[nodiscard]] Piece piece_on(Square square) const { return board_[square]; }
    [[nodiscard]] Bitboard occupied() const {
        return by_color_[Color::White] | by_color_[Color::Black];
    }
    [[nodiscard]] Bitboard pieces(Color color) const { return by_color_[color]; }
    [[nodiscard]] Bitboard pieces(Color color, PieceType type) const {
        return by_color_[color] & by_type_[type];
    }
    [[nodiscard]] Color side_to_move() const { return side_; }
    [[nodiscard]] bool in_check() const { return checkers_ != 0; }
    [[nodiscard]] Bitboard castling_rooks() const { return castling_rooks_; }
    // Plies since the last capture or pawn move, counted from where the board was made.
    [[nodiscard]] int quiet_plies() const { return quiet_plies_; }
    // Whether the last move took something or promoted: only then can an ending have become known.
    [[nodiscard]] bool material_changed() const { return material_changed_; }

    // Any legal move, each as likely as the other; empty if there is none.
    [[nodiscard]] Move random_move(Random& random) const;
    [[nodiscard]] MoveList all_moves() const;
    // A legal move.
    void make(Move move);

    // The same two where the side to move is known when compiling.
    template <Color us>
    [[nodiscard]] Move random_move(Random& random) const;
    template <Color us>
    void make(Move move);

  private:
    class Choices;

    [[nodiscard]] Bitboard straight_sliders(Color color) const {
        return by_color_[color] & (by_type_[PieceType::Rook] | by_type_[PieceType::Queen]);
    }
    [[nodiscard]] Bitboard diagonal_sliders(Color color) const {
        return by_color_[color] & (by_type_[PieceType::Bishop] | by_type_[PieceType::Queen]);
    }
    // Sliders of a colour that would attack the square with these pieces on the board.
    [[nodiscard]] Bitboard sliders_to(Square square, Bitboard occupied, Color of) const {
        return (rook_attacks(square, occupied) & straight_sliders(of)) |
               (bishop_attacks(square, occupied) & diagonal_sliders(of));
    }
    // Knights and pawns likewise, whom nobody can block.
    [[nodiscard]] Bitboard leapers_to(Square square, Color of) const {
        return (knight_attacks(square) & pieces(of, PieceType::Knight)) |
               (pawn_attacks(~of, square) & pieces(of, PieceType::Pawn));
    }
    [[nodiscard]] bool is_attacked(Square square, Bitboard occupied, Color by) const {
        return (leapers_to(square, by) | sliders_to(square, occupied, by) |
                (king_attacks(square) & pieces(by, PieceType::King))) != 0;
    }
    [[nodiscard]] Square king(Color color) const {
        return first_square(pieces(color, PieceType::King));
    }

    template <Color us>
    [[nodiscard]] MoveList all_moves() const;
    template <Color us>
    void collect(Choices& choices) const;
    template <Color us>
    void collect_pawn_moves(Choices& choices, Bitboard answers) const;
    template <Color us>
    void collect_castling(Choices& choices) const;
    template <Color us>
    [[nodiscard]] bool is_surely_safe(Move move) const;
    template <Color us>
    [[nodiscard]] bool leaves_king_safe(Move move) const;
    template <Color us>
    [[nodiscard]] bool castling_is_safe(Move move) const;

    template <Color us>
    void make_normal(Move move);
    template <Color us>
    void make_castling(Move move);
    template <Color us>
    void finish_special(Move move);
    template <Color us>
    void find_checks_and_pins();

    // One more than there are, so that what stands on an empty square can be taken off without
    // asking.
    EnumArray<PieceType, Bitboard, 7> by_type_;
    ByColor<Bitboard> by_color_;
    BySquare<Piece> board_;
    Bitboard castling_rooks_;
    Bitboard checkers_;
    Bitboard pins_;  // lines from the king to a slider with one piece between, who stays on it if
                     // he is ours
    Square en_passant_;  // behind any pawn that has just made a double step
    Color side_;
    bool material_changed_ = false;
    int quiet_plies_ = 0;
};

}  // namespace rookery::mcts
