// Statistics of self-play games, and how they are written.
#pragma once

#include "store/json.h"
#include "training/game_codec.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace rookery::training {

struct GameStatistics {
    std::uint64_t games = 0;
    std::uint64_t positions = 0;
    std::uint64_t quiet = 0;  // positions that the usual filter takes
    std::uint64_t white_wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t black_wins = 0;
    std::array<std::uint64_t, 4> ends{};  // by GameEnd
    std::uint64_t longest = 0;            // plies
    // Positions by the number of pieces on the board.
    std::array<std::uint64_t, 33> pieces{};
    // Positions by the absolute score: below each step, beyond the last, and proven results.
    static constexpr std::array<int, 6> score_steps = {50, 100, 200, 400, 800, 1600};
    std::array<std::uint64_t, 8> scores{};

    void add(const SelfplayGame& game);
    void add(const GameStatistics& others);
};

// "rules", "decided", "level", "too long".
[[nodiscard]] const char* describe(GameEnd end);

inline constexpr std::size_t longest_shown_origin = 2000;

// The origin is the text in the header of a file of games. It becomes JSON, or a string if it is no
// JSON.
[[nodiscard]] Json origin_json(const std::string& origin);
[[nodiscard]] std::string statistics_json(const GameStatistics& statistics,
                                          const std::string& origin);
[[nodiscard]] std::vector<std::string> statistics_lines(const GameStatistics& statistics);

}  // namespace rookery::training
