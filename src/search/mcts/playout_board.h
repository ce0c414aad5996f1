// A board for random games: it draws a random legal move without a list of moves, and makes it in
// place.
//
// A random game never takes a move back, so there are no keys here and nothing is copied. The
// target squares of every piece are bitboards; one of all their bits is drawn, and another if that
// move would leave the king in check. So every legal move is equally likely.
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
    // Plies since the last capture or pawn move, or since the board was made.
    [[nodiscard]] int quiet_plies() const { return quiet_plies_; }
    // Whether the last move was a capture or promotion: only then the result can become known.
    [[nodiscard]] bool material_changed() const { return material_changed_; }

    // A random legal move, each equally likely; empty if there is none.
    [[nodiscard]] Move random_move(Random& random) const;
    [[nodiscard]] MoveList all_moves() const;
    // The move must be legal.
    void make(Move move);

    // The same two for a side to move known at compile time.
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
    // The same for knights and pawns, whose attacks cannot be blocked.
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

    // One more than the piece types, so that "no piece" can be removed without a test.
    EnumArray<PieceType, Bitboard, 7> by_type_;
    ByColor<Bitboard> by_color_;
    BySquare<Piece> board_;
    Bitboard castling_rooks_;
    Bitboard checkers_;
    Bitboard pins_;      // lines from the king to an enemy slider with one piece between
    Square en_passant_;  // behind a pawn that has just made a double step
    Color side_;
    bool material_changed_ = false;
    int quiet_plies_ = 0;
};

}  // namespace rookery::mcts
