#include "terminal/board_view.h"

#include "chess/attacks.h"
#include "notation/names.h"

#include <fmt/format.h>

#include <string_view>

namespace rookery {
namespace {

// Numbers of the 256-colour palette. Squares of middle brightness, so that both white and black
// pieces stand out on them, on whatever background the terminal has.
namespace palette {
constexpr int light = 137, dark = 94;
constexpr int light_moved = 65, dark_moved = 29;
constexpr int checked = 131;
constexpr int hanging = 130;
constexpr int white_piece = 231, black_piece = 16;
}  // namespace palette

// By type; the outlined ones are for White where colour cannot tell the sides apart.
constexpr std::string_view filled_pieces[] = {"♟", "♞", "♝", "♜", "♛", "♚"};
constexpr std::string_view outlined_pieces[] = {"♙", "♘", "♗", "♖", "♕", "♔"};

class Drawing {
  public:
    Drawing(const Position& position, const BoardView& view)
        : position_(position), style_(view.style), bottom_(view.bottom), signs_(view.safety) {
        if (signs_) safety_ = safety_of(position);
        if (!view.last_move) return;
        const Move move = view.last_move;
        moved_ = bit(move.from()) | bit(move.to());
        // Castling is stored as king takes rook; what people see is where the king went.
        if (move.is_castling())
            moved_ =
                bit(move.from()) | bit(castled_king_square(~position.side_to_move(), move.wing()));
    }

    std::string draw() {
        const bool framed = !style_.color;
        if (framed) text_ += edge(style_.unicode ? "┌" : "+", style_.unicode ? "┐" : "+");
        for (int row = 0; row < 8; ++row) draw_row(row, framed);
        if (framed) text_ += edge(style_.unicode ? "└" : "+", style_.unicode ? "┘" : "+");
        text_ += "    ";
        for (int column = 0; column < 8; ++column)
            text_ += fmt::format(" {} ", file_letter(file_of(square_on(7, column))));
        while (text_.back() == ' ') text_.pop_back();
        return text_ + '\n';
    }

  private:
    // Rows from the top, columns from the left.
    [[nodiscard]] Square square_on(int row, int column) const {
        const int turned = bottom_ == Color::White ? 0 : 7;
        return make_square(static_cast<File>(column ^ turned),
                           static_cast<Rank>((7 - row) ^ turned));
    }

    [[nodiscard]] std::string edge(std::string_view left, std::string_view right) const {
        std::string line = "   ";
        line += left;
        for (int i = 0; i < 24; ++i) line += style_.unicode ? "─" : "-";
        line += right;
        return line + '\n';
    }

    void draw_row(int row, bool framed) {
        const std::string_view side = !framed ? "" : style_.unicode ? "│" : "|";
        text_ += fmt::format(" {} {}", rank_digit(rank_of(square_on(row, 0))), framed ? side : " ");
        for (int column = 0; column < 8; ++column) {
            const Square square = square_on(row, column);
            if (style_.color)
                draw_colored(square);
            else
                draw_plain(square);
        }
        if (style_.color) text_ += "\x1b[0m";
        text_ += side;
        text_ += '\n';
    }

    void draw_plain(Square square) {
        const bool moved = contains(moved_, square);
        const std::string_view nothing = style_.unicode ? "·" : ".";
        text_ += moved ? '[' : ' ';
        text_ +=
            position_.is_empty(square) ? std::string(nothing) : piece(position_.piece_on(square));
        text_ += signs_ ? safety_sign(position_, safety_, square) : moved ? ']' : ' ';
    }

    void draw_colored(Square square) {
        const bool empty = position_.is_empty(square);
        const bool white = !empty && color_of(position_.piece_on(square)) == Color::White;
        text_ += fmt::format("\x1b[48;5;{};38;5;{}m {}{}", background(square),
                             white ? palette::white_piece : palette::black_piece,
                             empty ? " " : piece(position_.piece_on(square)),
                             signs_ ? safety_sign(position_, safety_, square) : ' ');
    }

    [[nodiscard]] int background(Square square) const {
        if (position_.in_check() && square == position_.king(position_.side_to_move()))
            return palette::checked;
        const bool light = contains(light_squares, square);
        if (signs_ && contains(safety_.hanging(), square)) return palette::hanging;
        if (contains(moved_, square)) return light ? palette::light_moved : palette::dark_moved;
        return light ? palette::light : palette::dark;
    }

    [[nodiscard]] std::string piece(Piece piece) const {
        if (!style_.unicode) return std::string(1, letter_of(piece));
        const auto type = static_cast<std::size_t>(type_of(piece));
        const bool outlined = !style_.color && color_of(piece) == Color::White;
        return std::string(outlined ? outlined_pieces[type] : filled_pieces[type]);
    }

    const Position& position_;
    Style style_;
    Color bottom_;
    Bitboard moved_ = 0;
    bool signs_;
    Safety safety_;
    std::string text_;
};

// Whether going from one square to the other would leave its own king to a slider.
bool is_pinned_away(const Position& position, Square from, Square to) {
    const Color color = color_of(position.piece_on(from));
    const Bitboard occupied = (position.occupied() & ~bit(from)) | bit(to);
    const Square king = position.king(color);
    const Bitboard enemies = position.pieces(~color) & ~bit(to);
    const Bitboard queens = position.pieces(PieceType::Queen);
    return (piece_attacks(PieceType::Rook, king, occupied) & enemies &
            (position.pieces(PieceType::Rook) | queens)) ||
           (piece_attacks(PieceType::Bishop, king, occupied) & enemies &
            (position.pieces(PieceType::Bishop) | queens));
}

bool is_reached_by(const Position& position, Bitboard pieces, Square square) {
    for (const Square from : squares(pieces))
        if (!is_pinned_away(position, from, square)) return true;
    return false;
}

}  // namespace

std::string draw_board(const Position& position, const BoardView& view) {
    return Drawing(position, view).draw();
}

Safety safety_of(const Position& position) {
    Safety safety;
    const Bitboard kings = position.pieces(PieceType::King);
    for (const Square square : squares(position.occupied())) {
        const Color color = color_of(position.piece_on(square));
        const Bitboard aimed = position.attackers_to(square, position.occupied());
        const Bitboard enemies = aimed & position.pieces(~color);
        // A king is attacked even by a piece that is pinned.
        if (contains(kings, square)) {
            if (enemies) safety.attacked |= bit(square);
            safety.defended |= bit(square);
            continue;
        }
        // A king defends against a single attacker only, and captures only undefended pieces.
        const bool defended =
            is_reached_by(position, aimed & position.pieces(color) & ~kings, square) ||
            ((aimed & position.pieces(color) & kings) && has_at_most_one(enemies));
        if (defended) safety.defended |= bit(square);
        if (is_reached_by(position, enemies & ~kings, square) || (!defended && (enemies & kings)))
            safety.attacked |= bit(square);
    }
    return safety;
}

char safety_sign(const Position& position, const Safety& safety, Square square) {
    if (position.is_empty(square)) return ' ';
    if (contains(safety.hanging(), square)) return '!';
    if (contains(safety.attacked, square)) return '*';
    return contains(safety.defended, square) ? ' ' : '-';
}

}  // namespace rookery
