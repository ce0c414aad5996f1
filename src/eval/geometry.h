// Parts of the board for evaluations: ahead and behind from the view of a colour, distances, wings.
#pragma once

#include "chess/bitboard.h"

#include <algorithm>

namespace rookery {

[[nodiscard]] constexpr int file_number(Square square) { return index_of(square) & 7; }
[[nodiscard]] constexpr int rank_number(Square square) { return index_of(square) >> 3; }
// 0 is the owner's first rank.
[[nodiscard]] constexpr int rank_for(Color color, Square square) {
    return rank_number(square) ^ (color == Color::White ? 0 : 7);
}
// 0 on the a- and h-files, 3 in the centre.
[[nodiscard]] constexpr int from_edge(int file) { return std::min(file, 7 - file); }

namespace detail {

constexpr BySquare<BySquare<std::uint8_t>> make_distances() {
    BySquare<BySquare<std::uint8_t>> table{};
    for (int a = 0; a < 64; ++a) {
        for (int b = 0; b < 64; ++b) {
            const int files = (a & 7) > (b & 7) ? (a & 7) - (b & 7) : (b & 7) - (a & 7);
            const int ranks = (a >> 3) > (b >> 3) ? (a >> 3) - (b >> 3) : (b >> 3) - (a >> 3);
            table[square_at(a)][square_at(b)] =
                static_cast<std::uint8_t>(files > ranks ? files : ranks);
        }
    }
    return table;
}

inline constexpr BySquare<BySquare<std::uint8_t>> distances = make_distances();

}  // namespace detail

// How many moves a king needs on an empty board.
[[nodiscard]] constexpr int distance(Square a, Square b) { return detail::distances[a][b]; }

[[nodiscard]] constexpr Bitboard file_bits(Square square) { return bits_of(file_of(square)); }
[[nodiscard]] constexpr Bitboard rank_bits(Square square) { return bits_of(rank_of(square)); }
[[nodiscard]] constexpr Bitboard beside(Bitboard files) {
    return shift<Step::East>(files) | shift<Step::West>(files);
}
[[nodiscard]] constexpr Bitboard adjacent_files(Square square) { return beside(file_bits(square)); }

// All ranks in front of the square from the view of the colour.
template <Color us>
[[nodiscard]] constexpr Bitboard ranks_ahead(Square square) {
    const int rank = rank_number(square);
    if constexpr (us == Color::White) return rank == 7 ? 0 : ~Bitboard{0} << (8 * (rank + 1));
    return (Bitboard{1} << (8 * rank)) - 1;
}
template <Color us>
[[nodiscard]] constexpr Bitboard file_ahead(Square square) {
    return file_bits(square) & ranks_ahead<us>(square);
}
// The squares on which enemy pawns can stop or capture a passed pawn.
template <Color us>
[[nodiscard]] constexpr Bitboard passed_span(Square square) {
    return (file_bits(square) | adjacent_files(square)) & ranks_ahead<us>(square);
}

// The set and everything in front of it.
template <Color us>
[[nodiscard]] constexpr Bitboard fill_ahead(Bitboard set) {
    if constexpr (us == Color::White) {
        set |= set << 8;
        set |= set << 16;
        set |= set << 32;
    } else {
        set |= set >> 8;
        set |= set >> 16;
        set |= set >> 32;
    }
    return set;
}

template <Color us>
[[nodiscard]] constexpr Bitboard step_ahead(Bitboard set) {
    return shift<PawnSteps<us>::push>(set);
}

// Squares that two pawns of the set attack.
template <Color us>
[[nodiscard]] constexpr Bitboard pawn_attacks_by_two(Bitboard pawns) {
    return shift<PawnSteps<us>::capture_east>(pawns) & shift<PawnSteps<us>::capture_west>(pawns);
}

// Ranks first to last as the colour counts them, from 1.
template <Color us>
[[nodiscard]] constexpr Bitboard ranks_for(int first, int last) {
    Bitboard set = 0;
    for (int rank = first; rank <= last; ++rank)
        set |= bits_of(relative_rank(us, static_cast<Rank>(rank - 1)));
    return set;
}

inline constexpr Bitboard queen_side =
    bits_of(File::A) | bits_of(File::B) | bits_of(File::C) | bits_of(File::D);
inline constexpr Bitboard king_side = ~queen_side;
inline constexpr Bitboard centre_files =
    bits_of(File::C) | bits_of(File::D) | bits_of(File::E) | bits_of(File::F);
inline constexpr Bitboard centre =
    (bits_of(File::D) | bits_of(File::E)) & (bits_of(Rank::R4) | bits_of(Rank::R5));

[[nodiscard]] constexpr Bitboard squares_of_color(Square square) {
    return contains(dark_squares, square) ? dark_squares : light_squares;
}

}  // namespace rookery
