// Time management: how much of a game clock a move may use.
//
// A searcher never sees the clock, only the two deadlines made here. The soft deadline is the time
// a move should take on average, which the searcher stretches or shortens; the hard deadline must
// not be passed.
#pragma once

#include "search/limits.h"

#include <chrono>

namespace rookery {

struct GameTime {
    std::chrono::microseconds left{0};
    std::chrono::microseconds increment{0};
    int moves_to_go = 0;  // 0: the rest of the game
    // Time lost with every move in the interface, on the network, on a busy machine.
    std::chrono::microseconds overhead{0};
};

struct TimePlan {
    std::chrono::microseconds soft{0};
    std::chrono::microseconds hard{0};
};

// Never more than the clock has, and soft never after hard. Impossible values are clamped.
[[nodiscard]] TimePlan plan_time(const GameTime& time);

// A fixed time for one move, less the overhead, but never less than half.
[[nodiscard]] std::chrono::microseconds move_time(std::chrono::microseconds wanted,
                                                  std::chrono::microseconds overhead);

void set_deadlines(Limits& limits, const TimePlan& plan, Limits::Instant now);

}  // namespace rookery
