// A set of squares as one 64-bit word: bit 0 is a1, bit 7 h1, bit 63 h8.
#pragma once

#include "base/bits.h"
#include "chess/types.h"

namespace rookery {

using Bitboard = std::uint64_t;

[[nodiscard]] constexpr Bitboard bit(Square square) { return Bitboard{1} << index_of(square); }
[[nodiscard]] constexpr bool contains(Bitboard set, Square square) {
    return (set >> index_of(square)) & 1;
}
[[nodiscard]] constexpr Square first_square(Bitboard set) { return square_at(lowest_bit(set)); }
constexpr Square take_first(Bitboard& set) { return square_at(take_lowest_bit(set)); }

[[nodiscard]] constexpr Bitboard bits_of(File file) {
    return 0x0101010101010101ULL << static_cast<int>(file);
}
[[nodiscard]] constexpr Bitboard bits_of(Rank rank) {
    return 0xFFULL << (8 * static_cast<int>(rank));
}

inline constexpr Bitboard dark_squares = 0xAA55AA55AA55AA55ULL;
inline constexpr Bitboard light_squares = ~dark_squares;

// The whole set moved one step; squares that would leave the board are dropped.
template <Step step>
[[nodiscard]] constexpr Bitboard shift(Bitboard set) {
    constexpr int by = static_cast<int>(step);
    if constexpr (step == Step::East || step == Step::NorthEast || step == Step::SouthEast)
        set &= ~bits_of(File::H);
    if constexpr (step == Step::West || step == Step::NorthWest || step == Step::SouthWest)
        set &= ~bits_of(File::A);
    return by > 0 ? set << by : set >> -by;
}

// Steps of a pawn by its colour.
template <Color color>
struct PawnSteps {
    static constexpr Step push = color == Color::White ? Step::North : Step::South;
    static constexpr Step capture_east = color == Color::White ? Step::NorthEast : Step::SouthEast;
    static constexpr Step capture_west = color == Color::White ? Step::NorthWest : Step::SouthWest;
};

template <Color color>
[[nodiscard]] constexpr Bitboard pawn_attacks_of_all(Bitboard pawns) {
    return shift<PawnSteps<color>::capture_east>(pawns) |
           shift<PawnSteps<color>::capture_west>(pawns);
}

// Walks the squares of a set, lowest first: for (Square s : squares(set)) ...
class squares {
  public:
    constexpr explicit squares(Bitboard set) : set_(set) {}

    struct Iterator {
        Bitboard rest;
        constexpr Square operator*() const { return first_square(rest); }
        constexpr Iterator& operator++() {
            rest &= rest - 1;
            return *this;
        }
        constexpr bool operator!=(const Iterator& other) const { return rest != other.rest; }
    };
    [[nodiscard]] constexpr Iterator begin() const { return {set_}; }
    [[nodiscard]] constexpr Iterator end() const { return {0}; }

  private:
    Bitboard set_;
};

}  // namespace rookery
