// How much of a game clock a move may use.
//
// A searcher never sees the clock, only the two deadlines made here: the first is the time it
// should take on average, which it stretches or shortens by how sure it is; the second must not be
// passed.
#pragma once

#include "search/limits.h"

#include <chrono>

namespace rookery {

struct GameTime {
    std::chrono::microseconds left{0};
    std::chrono::microseconds increment{0};
    int moves_to_go = 0;  // 0: the rest of the game
    // Lost on the way of every move: to the interface, over a network, in a busy machine.
    std::chrono::microseconds overhead{0};
};

struct TimePlan {
    std::chrono::microseconds soft{0};
    std::chrono::microseconds hard{0};
};

// Never more than the clock has, and soft never after hard. Values nobody can mean are clamped.
[[nodiscard]] TimePlan plan_time(const GameTime& time);

// So much for one move, less the overhead, but never nothing.
[[nodiscard]] std::chrono::microseconds move_time(std::chrono::microseconds wanted,
                                                  std::chrono::microseconds overhead);

// Sets both deadlines.
void set_deadlines(Limits& limits, const TimePlan& plan, Limits::Instant now);

}  // namespace rookery
