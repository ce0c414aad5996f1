#include "notation/fen.h"

#include "notation/fen_fields.h"
#include "notation/names.h"
#include "notation/printable.h"

namespace rookery {
namespace {

void append_board(std::string& text, const Position& position) {
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        const auto write_empty = [&] {
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
        };
        for (int file = 0; file < 8; ++file) {
            const Square square = make_square(static_cast<File>(file), static_cast<Rank>(rank));
            if (position.is_empty(square)) {
                ++empty;
                continue;
            }
            write_empty();
            text += letter_of(position.piece_on(square));
        }
        write_empty();
        if (rank > 0) text += '/';
    }
}

char castling_letter(const Position& position, Color color, Wing wing, FenStyle style) {
    const Square rook = position.castling_rook(color, wing);
    const Bitboard home_rooks = position.pieces(color, PieceType::Rook) & bits_of(back_rank(color));
    // The rooks between this one and the edge: with any of them, K or Q would mean another rook.
    const Bitboard further = wing == Wing::King ? ~(bit(rook) | (bit(rook) - 1)) : bit(rook) - 1;
    char letter = wing == Wing::King ? 'k' : 'q';
    if (style == FenStyle::Shredder || (home_rooks & further)) letter = file_letter(file_of(rook));
    return color == Color::White ? ascii::to_upper(letter) : letter;
}

void append_castling(std::string& text, const Position& position, FenStyle style) {
    if (position.castling_rooks() == 0) {
        text += '-';
        return;
    }
    for (Color color : both_colors)
        for (Wing wing : {Wing::King, Wing::Queen})
            if (position.castling_rook(color, wing) != Square::None)
                text += castling_letter(position, color, wing, style);
}

}  // namespace

Result<ParsedFen, TextError> parse_fen(std::string_view text) {
    FenFields fields(text);
    const std::size_t start = fields.offset();
    if (!fields.read_position() || !fields.read_counters()) return failure(fields.error());
    if (!fields.rest().empty())
        return failure(
            TextError{"something follows the position: '" + printable(fields.rest(), 20) + "'",
                      fields.offset()});
    auto placed = Position::from(fields.setup());
    if (!placed) return failure(TextError{describe(placed.error()), start});
    ParsedFen parsed{placed->position, placed->notices, fields.counters_missing()};
    if (fields.castling_dropped()) parsed.notices.castling_dropped = true;
    return parsed;
}

std::string describe(const SetupNotices& notices) {
    std::string text;
    if (notices.castling_dropped)
        text = "a castling right was dropped: king and rook are not in place";
    if (notices.en_passant_dropped) {
        if (!text.empty()) text += "; ";
        text += "the en passant square was dropped: no pawn can capture there";
    }
    return text;
}

std::string to_fen_without_counters(const Position& position, FenStyle style) {
    std::string text;
    text.reserve(90);
    append_board(text, position);
    text += position.side_to_move() == Color::White ? " w " : " b ";
    append_castling(text, position, style);
    text += ' ';
    if (position.en_passant() == Square::None)
        text += '-';
    else
        append_square(text, position.en_passant());
    return text;
}

std::string to_fen(const Position& position, FenStyle style) {
    std::string text = to_fen_without_counters(position, style);
    text += ' ';
    text += std::to_string(position.halfmove_clock());
    text += ' ';
    text += std::to_string(position.fullmove_number());
    return text;
}

}  // namespace rookery
