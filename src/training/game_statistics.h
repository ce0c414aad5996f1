// What there is in a heap of games.
#pragma once

#include "training/position_filter.h"
#include "training/selfplay_game.h"

#include <array>
#include <cstdint>
#include <string>

namespace rookery::training {

struct GameStatistics {
    std::uint64_t games = 0;
    std::uint64_t positions = 0;
    // Those that the usual filter lets through.
    std::uint64_t quiet = 0;
    std::uint64_t white_wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t black_wins = 0;
    std::array<std::uint64_t, 4> ends{};  // by GameEnd
    std::uint64_t longest = 0;            // plies
    // Positions by the number of men on the board.
    std::array<std::uint64_t, 33> men{};
    // Positions by the absolute score: below each step, beyond the last, and proven results.
    static constexpr std::array<int, 6> score_steps = {50, 100, 200, 400, 800, 1600};
    std::array<std::uint64_t, 8> scores{};

    void add(const SelfplayGame& game);
    void add(const GameStatistics& others);
};

// "rules", "decided", "level", "too long".
[[nodiscard]] const char* describe(GameEnd end);

}  // namespace rookery::training
