#include "engine/search_order.h"

#include <algorithm>

namespace rookery {

Limits limits_of(const SearchOrder& order, std::chrono::milliseconds overhead) {
    Limits limits;
    limits.depth = order.depth;
    limits.nodes = order.nodes;
    limits.mate = order.mate;
    limits.only_moves = order.only_moves;
    if (order.infinite) return limits;
    if (order.clock) {
        GameTime time = *order.clock;
        time.overhead = overhead;
        set_deadlines(limits, plan_time(time), order.asked);
    }
    if (order.move_time) {
        // All of it is to be used.
        const auto end = order.asked + move_time(*order.move_time, overhead);
        limits.hard_deadline = limits.hard_deadline ? std::min(*limits.hard_deadline, end) : end;
    }
    return limits;
}

}  // namespace rookery
