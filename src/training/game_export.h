// Self-play games in forms that other programs read.
#pragma once

#include "training/game_codec.h"
#include "training/position_set.h"

#include <array>
#include <cstdint>
#include <string>

namespace rookery::training {

// With every score as a comment, [%eval 0.35]; the moves of the opening have none.
[[nodiscard]] std::string to_pgn(const SelfplayGame& game, std::size_t number);

// A line for each position the filter takes (all without one): the move played (sm), the score in
// the view of the side to move (ce) and the result of the game (c9).
[[nodiscard]] std::string to_epd(const SelfplayGame& game, const PositionFilter* filter);

// What there is in a heap of games.

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

}  // namespace rookery::training
