// One position: the pieces, the side to move, castling and en passant rights, clocks and keys.
//
// A position is a plain value of four cache lines. A move makes a new one from it:
//
//     const Position next = position.after(move);
//
// There is no unmake: measured at search-like cost (bench/make_strategy.cpp) a copy is no dearer
// than taking a move back, and nothing can be left behind. after() tells an observer which pieces
// the move took off and put on, so an evaluator can follow without the position knowing of it.
//
// Kept up to date from move to move: keys, the pieces giving check, and the lines along which the
// side to move is pinned. The en passant square is kept only if a legal capture exists, so that
// equal keys mean equal rights.
#pragma once

#include "base/result.h"
#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/move.h"
#include "chess/setup.h"
#include "chess/types.h"
#include "chess/zobrist.h"

namespace rookery {

// The observer of after() that does nothing. A move makes at most four calls.
struct NoObserver {
    static constexpr void removed(Piece, Square) {}
    static constexpr void added(Piece, Square) {}
};

class alignas(64) Position {
  public:
    struct Placed;

    // Checks a description; SetupProblem lists the reasons to refuse it, SetupNotices the repairs.
    [[nodiscard]] static Result<Placed, SetupProblem> from(const Setup& setup);
    [[nodiscard]] static Position start();
    [[nodiscard]] Setup setup() const;

    // The pieces.
    [[nodiscard]] Piece piece_on(Square square) const { return board_[square]; }
    [[nodiscard]] bool is_empty(Square square) const { return board_[square] == Piece::None; }
    [[nodiscard]] Bitboard occupied() const {
        return by_color_[Color::White] | by_color_[Color::Black];
    }
    [[nodiscard]] Bitboard pieces(Color color) const { return by_color_[color]; }
    [[nodiscard]] Bitboard pieces(PieceType type) const { return by_type_[type]; }
    [[nodiscard]] Bitboard pieces(Color color, PieceType type) const {
        return by_color_[color] & by_type_[type];
    }
    // Everything that slides straight (rooks, queens) or diagonally (bishops, queens).
    [[nodiscard]] Bitboard straight_sliders(Color color) const {
        return by_color_[color] & (by_type_[PieceType::Rook] | by_type_[PieceType::Queen]);
    }
    [[nodiscard]] Bitboard diagonal_sliders(Color color) const {
        return by_color_[color] & (by_type_[PieceType::Bishop] | by_type_[PieceType::Queen]);
    }
    [[nodiscard]] Square king(Color color) const {
        return first_square(pieces(color, PieceType::King));
    }
    // Pieces other than pawns and the king: without them, zugzwang is likely.
    [[nodiscard]] bool has_pieces(Color color) const {
        return (by_color_[color] & ~(by_type_[PieceType::Pawn] | by_type_[PieceType::King])) != 0;
    }

    // The state of the game that the board does not show.
    [[nodiscard]] Color side_to_move() const { return side_to_move_; }
    [[nodiscard]] Bitboard castling_rooks() const { return castling_rooks_; }
    // The rook that may castle on that wing, or Square::None.
    [[nodiscard]] Square castling_rook(Color color, Wing wing) const;
    // Square::None unless a legal en passant capture exists.
    [[nodiscard]] Square en_passant() const { return en_passant_; }
    [[nodiscard]] int halfmove_clock() const { return halfmove_clock_; }
    [[nodiscard]] int fullmove_number() const { return fullmove_number_; }
    // Castling that the ordinary notation cannot express.
    [[nodiscard]] bool needs_chess960() const;

    // Checks and pins of the side to move.
    [[nodiscard]] Bitboard checkers() const { return checkers_; }
    [[nodiscard]] bool in_check() const { return checkers_ != 0; }
    [[nodiscard]] Bitboard straight_pins() const { return straight_pins_; }
    [[nodiscard]] Bitboard diagonal_pins() const { return diagonal_pins_; }
    [[nodiscard]] Bitboard pinned() const {
        return (straight_pins_ | diagonal_pins_) & by_color_[side_to_move_];
    }

    // Keys.
    [[nodiscard]] Key key() const { return keys_[KeyPart::Full]; }
    [[nodiscard]] Key key(KeyPart part) const { return keys_[part]; }
    [[nodiscard]] Key non_pawn_key(Color color) const {
        return keys_[color == Color::White ? KeyPart::NonPawnWhite : KeyPart::NonPawnBlack];
    }
    // The key after a legal move that is not made yet, for a prefetch: right for ordinary moves,
    // wrong for castling, en passant and promotions.
    [[nodiscard]] Key probable_key_after(Move move) const {
        const auto& of = detail::zobrist.piece;
        const Piece piece = board_[move.from()];
        return key() ^ of[piece][move.from()] ^ of[piece][move.to()] ^
               of[board_[move.to()]][move.to()] ^ detail::zobrist.black_to_move;
    }
    // Computed from the board; always equals the keys that after() keeps.
    [[nodiscard]] Keys computed_keys() const;

    // The attackers of a square, with the given pieces on the board.
    [[nodiscard]] Bitboard attackers_to(Square square, Bitboard occupied) const;
    template <Color by>
    [[nodiscard]] bool is_attacked(Square square, Bitboard occupied) const;
    [[nodiscard]] bool is_attacked(Square square, Color by) const {
        return by == Color::White ? is_attacked<Color::White>(square, occupied())
                                  : is_attacked<Color::Black>(square, occupied());
    }

    // For any 16-bit code at all, sensible or not.
    [[nodiscard]] bool is_legal(Move move) const;
    [[nodiscard]] bool is_capture(Move move) const {
        return (!is_empty(move.to()) && !move.is_castling()) || move.is_en_passant();
    }
    // The type a move captures, or PieceType::None.
    [[nodiscard]] PieceType captured_by(Move move) const {
        if (move.is_castling()) return PieceType::None;
        return move.is_en_passant() ? PieceType::Pawn : type_of(board_[move.to()]);
    }

    // The position after a legal move.
    template <class Observer = NoObserver>
    [[nodiscard]] Position after(Move move, Observer&& observer = {}) const {
        if (side_to_move_ == Color::White) return after<Color::White>(move, observer);
        return after<Color::Black>(move, observer);
    }
    // The same where the side to move is known when compiling.
    template <Color us, class Observer = NoObserver>
    [[nodiscard]] Position after(Move move, Observer&& observer = {}) const;
    // The same in place, where the position before it is not needed any more.
    template <class Observer = NoObserver>
    void make(Move move, Observer&& observer = {}) {
        *this = after(move, observer);
    }

    // The position after a null move; not in check.
    [[nodiscard]] Position after_null() const;

    // Would this en passant capture (or castling with this rook) leave the king safe?
    template <Color us>
    [[nodiscard]] bool en_passant_is_safe(Square from, Square target) const;
    template <Color us>
    [[nodiscard]] bool can_castle(Square rook) const;

    // Recomputes and checks every invariant: for tests and debug builds.
    [[nodiscard]] bool is_consistent() const;

    [[nodiscard]] friend bool operator==(const Position&, const Position&) = default;

  private:
    Position() = default;

    void put(Piece piece, Square square);
    template <Color us, class Observer>
    void make_normal(const Position& before, Move move, Observer& observer);
    template <Color us, class Observer>
    void make_castling(Move move, Observer& observer);
    template <Color us, class Observer>
    void make_en_passant(Move move, Observer& observer);
    template <Color us, class Observer>
    void make_promotion(Move move, Observer& observer);
    void lose_castling(Bitboard rooks);
    void toggle(Piece piece, Square square);
    void toggle_key(Piece piece, Key change);
    template <Color us>
    void offer_en_passant(Square target);
    template <Color us>
    void find_checks_and_pins();

    ByPieceType<Bitboard> by_type_;
    ByColor<Bitboard> by_color_;
    BySquare<Piece> board_;
    Keys keys_;
    Bitboard checkers_;
    // Lines from the king of the side to move to a slider with just one piece between, slider
    // included.
    Bitboard straight_pins_;
    Bitboard diagonal_pins_;
    Bitboard castling_rooks_;
    Square en_passant_;
    Color side_to_move_;
    std::uint8_t halfmove_clock_;
    std::uint16_t fullmove_number_;
};

static_assert(sizeof(Position) == 256);

struct Position::Placed {
    Position position;
    SetupNotices notices;
};

}  // namespace rookery

#include "chess/make.h"  // the templates declared above
