#include "protocol/uci_limits.h"

#include "eval/score.h"
#include "search/clock.h"

#include <algorithm>
#include <chrono>

namespace rookery::uci {
namespace {

using std::chrono::milliseconds;

// Longer than any game, and far from where adding it to a clock would overflow.
constexpr std::int64_t longest = std::int64_t{1000} * 3600 * 24 * 365;

milliseconds clamped(std::int64_t time) {
    return milliseconds(std::clamp<std::int64_t>(time, 0, longest));
}

int clamped_count(std::int64_t count, int highest) {
    return static_cast<int>(std::clamp<std::int64_t>(count, 1, highest));
}

}  // namespace

Limits limits_from(const Go& go, Color side_to_move, Limits::Instant now,
                   milliseconds overhead) {
    Limits limits;
    if (go.depth) limits.depth = clamped_count(*go.depth, Score::max_plies);
    if (go.mate) limits.mate = clamped_count(*go.mate, Score::max_plies);
    if (go.nodes) limits.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(*go.nodes, 1));
    if (go.infinite || go.ponder) return limits;

    const bool white = side_to_move == Color::White;
    if (const auto time = white ? go.white_time : go.black_time) {
        const auto increment = white ? go.white_increment : go.black_increment;
        const int moves = go.moves_to_go ? clamped_count(*go.moves_to_go, 1'000'000) : 0;
        set_deadlines(limits,
                      plan_time({clamped(*time), clamped(increment.value_or(0)), moves, overhead}),
                      now);
    }
    if (go.move_time) {
        // All of it is to be used, unless there is only one move.
        limits.hard_deadline = now + move_time(clamped(*go.move_time), overhead);
    }
    return limits;
}

}  // namespace rookery::uci
