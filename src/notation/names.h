// The names of squares, pieces and colours, as letters and as words.
#pragma once

#include "base/text.h"
#include "chess/types.h"

#include <string>
#include <string_view>

namespace rookery {

[[nodiscard]] constexpr bool is_file_letter(char c) { return c >= 'a' && c <= 'h'; }
[[nodiscard]] constexpr bool is_rank_digit(char c) { return c >= '1' && c <= '8'; }
[[nodiscard]] constexpr char file_letter(File file) {
    return static_cast<char>('a' + static_cast<int>(file));
}
[[nodiscard]] constexpr char rank_digit(Rank rank) {
    return static_cast<char>('1' + static_cast<int>(rank));
}
// Only for such a letter and such a digit.
[[nodiscard]] constexpr File file_from(char letter) { return static_cast<File>(letter - 'a'); }
[[nodiscard]] constexpr Rank rank_from(char digit) { return static_cast<Rank>(digit - '1'); }

// Exactly two characters, "e4"; Square::None for anything else.
[[nodiscard]] constexpr Square parse_square(std::string_view text) {
    if (text.size() != 2 || !is_file_letter(text[0]) || !is_rank_digit(text[1]))
        return Square::None;
    return make_square(file_from(text[0]), rank_from(text[1]));
}

inline void append_square(std::string& text, Square square) {
    text += file_letter(file_of(square));
    text += rank_digit(rank_of(square));
}
[[nodiscard]] inline std::string square_name(Square square) {
    std::string text;
    append_square(text, square);
    return text;
}

// P N B R Q K.
[[nodiscard]] constexpr char letter_of(PieceType type) { return "PNBRQK?"[static_cast<int>(type)]; }
// The same from a capital letter; PieceType::None for any other character.
[[nodiscard]] constexpr PieceType type_from_letter(char letter) {
    switch (letter) {
        case 'P': return PieceType::Pawn;
        case 'N': return PieceType::Knight;
        case 'B': return PieceType::Bishop;
        case 'R': return PieceType::Rook;
        case 'Q': return PieceType::Queen;
        case 'K': return PieceType::King;
        default: return PieceType::None;
    }
}
[[nodiscard]] constexpr bool can_promote_to(PieceType type) {
    return type == PieceType::Knight || type == PieceType::Bishop || type == PieceType::Rook ||
           type == PieceType::Queen;
}

// As in a FEN: capitals for White.
[[nodiscard]] constexpr char letter_of(Piece piece) {
    return "PpNnBbRrQqKk?"[static_cast<int>(piece)];
}
[[nodiscard]] constexpr Piece piece_from_letter(char letter) {
    const PieceType type = type_from_letter(ascii::to_upper(letter));
    if (type == PieceType::None) return Piece::None;
    return make_piece(ascii::is_upper(letter) ? Color::White : Color::Black, type);
}

[[nodiscard]] constexpr std::string_view word_for(PieceType type) {
    switch (type) {
        case PieceType::Pawn: return "pawn";
        case PieceType::Knight: return "knight";
        case PieceType::Bishop: return "bishop";
        case PieceType::Rook: return "rook";
        case PieceType::Queen: return "queen";
        case PieceType::King: return "king";
        case PieceType::None: break;
    }
    return "piece";
}
[[nodiscard]] constexpr std::string_view word_for(Color color) {
    return color == Color::White ? "White" : "Black";
}

}  // namespace rookery
