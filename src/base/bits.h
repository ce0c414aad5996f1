// Operations on the bits of a 64-bit word.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

namespace rookery {

[[nodiscard]] constexpr int popcount(std::uint64_t word) { return std::popcount(word); }

[[nodiscard]] constexpr bool has_at_most_one(std::uint64_t word) {
    return (word & (word - 1)) == 0;
}

[[nodiscard]] constexpr bool has_several(std::uint64_t word) { return !has_at_most_one(word); }

// Index of the lowest bit; the word must not be empty.
[[nodiscard]] constexpr int lowest_bit(std::uint64_t word) {
    assert(word != 0);
    return std::countr_zero(word);
}

[[nodiscard]] constexpr int highest_bit(std::uint64_t word) {
    assert(word != 0);
    return 63 - std::countl_zero(word);
}

// Removes the lowest bit and returns its index.
constexpr int take_lowest_bit(std::uint64_t& word) {
    const int index = lowest_bit(word);
    word &= word - 1;
    return index;
}

// High half of the 128-bit product: maps a random word evenly onto [0, range).
[[nodiscard]] constexpr std::uint64_t multiply_high(std::uint64_t word, std::uint64_t range) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(word) * range) >> 64);
}

}  // namespace rookery
