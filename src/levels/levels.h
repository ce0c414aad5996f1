// Levels: limits of playing strength, each measured (docs/levels.md).
//
// A level searches few nodes, so it plays the same on every machine, and its evaluation has errors.
// It always uses the same net (nnue::level_net()), so that a better default net changes no level.
#pragma once

#include <cstdint>
#include <span>

namespace rookery {

// Limits of playing strength; none by default.
struct Strength {
    std::uint64_t nodes = 0;  // most nodes of a search; 0: no limit
    int largest_error = 0;    // of the noisy evaluation, in its units
    bool careful = false;     // leaves no piece to a single capture, and recaptures

    [[nodiscard]] bool is_full() const { return nodes == 0 && largest_error == 0; }
    [[nodiscard]] friend bool operator==(const Strength&, const Strength&) = default;
};

struct Level {
    int elo;  // measured among engines
    Strength strength;
};

inline constexpr int highest_level = 12;

// Levels count from 1; 0 is full strength.
[[nodiscard]] std::span<const Level, highest_level> levels();
[[nodiscard]] Strength strength_of_level(int level);

// Interpolated between the levels.
inline constexpr int lowest_elo = 550;
inline constexpr int highest_elo = 2900;
[[nodiscard]] Strength strength_of_elo(int elo);

}  // namespace rookery
