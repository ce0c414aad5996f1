// How well to play: as well as possible, or at one of ten levels.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace rookery {

struct Strength {
    std::uint64_t nodes = 0;  // for a move at most; 0: no limit
    int largest_error = 0;    // by which a position is misjudged, in units of the evaluation

    [[nodiscard]] bool is_full() const { return nodes == 0 && largest_error == 0; }
    [[nodiscard]] friend bool operator==(const Strength&, const Strength&) = default;
};

struct Level {
    int elo;  // among engines; docs/uci.md says how it was measured
    Strength strength;
};

inline constexpr int highest_level = 10;

// From 1 on; 0 is full strength.
[[nodiscard]] std::span<const Level, highest_level> levels();
[[nodiscard]] Strength strength_of_level(int level);

// Between the levels in proportion.
inline constexpr int lowest_elo = 800;
inline constexpr int highest_elo = 2300;
[[nodiscard]] Strength strength_of_elo(int elo);

}  // namespace rookery
