// Colours, pieces, squares, steps: strong types, so that the compiler tells them apart.
#pragma once

#include "base/containers.h"

#include <cstdint>

namespace rookery {

enum class Color : std::uint8_t { White, Black };

[[nodiscard]] constexpr Color operator~(Color color) {
    return static_cast<Color>(static_cast<int>(color) ^ 1);
}

enum class PieceType : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King, None };

// A piece of a colour: twice the type, plus the colour.
enum class Piece : std::uint8_t {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
    None
};

[[nodiscard]] constexpr Piece make_piece(Color color, PieceType type) {
    return static_cast<Piece>(2 * static_cast<int>(type) + static_cast<int>(color));
}
[[nodiscard]] constexpr PieceType type_of(Piece piece) {
    return static_cast<PieceType>(static_cast<int>(piece) >> 1);
}
// Only for a real piece.
[[nodiscard]] constexpr Color color_of(Piece piece) {
    return static_cast<Color>(static_cast<int>(piece) & 1);
}

enum class File : std::uint8_t { A, B, C, D, E, F, G, H };
enum class Rank : std::uint8_t { R1, R2, R3, R4, R5, R6, R7, R8 };

// clang-format off
enum class Square : std::uint8_t {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
    None
};
// clang-format on

[[nodiscard]] constexpr int index_of(Square square) { return static_cast<int>(square); }
[[nodiscard]] constexpr Square square_at(int index) {
    assert(index >= 0 && index < 64);
    return static_cast<Square>(index);
}
[[nodiscard]] constexpr Square make_square(File file, Rank rank) {
    return static_cast<Square>(8 * static_cast<int>(rank) + static_cast<int>(file));
}
[[nodiscard]] constexpr File file_of(Square square) {
    return static_cast<File>(index_of(square) & 7);
}
[[nodiscard]] constexpr Rank rank_of(Square square) {
    return static_cast<Rank>(index_of(square) >> 3);
}

// The square mirrored from White's to Black's side of the board (a1 <-> a8).
[[nodiscard]] constexpr Square flip_rank(Square square) {
    return static_cast<Square>(index_of(square) ^ 56);
}
// The rank as its owner counts it: Black's first rank is the eighth.
[[nodiscard]] constexpr Rank relative_rank(Color color, Rank rank) {
    return static_cast<Rank>(static_cast<int>(rank) ^ (color == Color::White ? 0 : 7));
}
[[nodiscard]] constexpr Rank back_rank(Color color) { return relative_rank(color, Rank::R1); }

// Steps on the board as differences of square numbers.
enum class Step : std::int8_t {
    North = 8,
    South = -8,
    East = 1,
    West = -1,
    NorthEast = 9,
    NorthWest = 7,
    SouthEast = -7,
    SouthWest = -9
};

[[nodiscard]] constexpr Square operator+(Square square, Step step) {
    return square_at(index_of(square) + static_cast<int>(step));
}
[[nodiscard]] constexpr Square operator-(Square square, Step step) {
    return square_at(index_of(square) - static_cast<int>(step));
}
[[nodiscard]] constexpr Step forward(Color color) {
    return color == Color::White ? Step::North : Step::South;
}

// The two ways to castle; where the king and rook end up is the same in Chess960.
enum class Wing : std::uint8_t { King, Queen };

[[nodiscard]] constexpr Square castled_king_square(Color color, Wing wing) {
    return make_square(wing == Wing::King ? File::G : File::C, back_rank(color));
}
[[nodiscard]] constexpr Square castled_rook_square(Color color, Wing wing) {
    return make_square(wing == Wing::King ? File::F : File::D, back_rank(color));
}

template <class Value>
using ByColor = EnumArray<Color, Value, 2>;
template <class Value>
using ByPieceType = EnumArray<PieceType, Value, 6>;
template <class Value>
using ByPiece = EnumArray<Piece, Value, 12>;
template <class Value>
using BySquare = EnumArray<Square, Value, 64>;

inline constexpr Color both_colors[] = {Color::White, Color::Black};
inline constexpr PieceType all_piece_types[] = {PieceType::Pawn,   PieceType::Knight,
                                                PieceType::Bishop, PieceType::Rook,
                                                PieceType::Queen,  PieceType::King};

}  // namespace rookery
