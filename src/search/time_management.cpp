#include "search/time_management.h"

#include <algorithm>

namespace rookery {
namespace {

using std::chrono::microseconds;

// Longer than any game, and far from where sums would overflow.
constexpr microseconds longest = std::chrono::hours(24 * 365);

microseconds clamped(microseconds time) { return std::clamp(time, microseconds(0), longest); }

}  // namespace

TimePlan plan_time(const GameTime& time) {
    constexpr int usual_moves = 26;  // leaves enough time for long games
    constexpr int most_stretch = 5;  // from the soft to the hard deadline
    const microseconds left = clamped(time.left);
    const microseconds increment = clamped(time.increment);
    const microseconds overhead = clamped(time.overhead);
    // With very little time left the whole overhead cannot be kept back.
    const microseconds usable = std::max(left - overhead, left / 4);
    const int moves = time.moves_to_go > 0 ? std::min(time.moves_to_go, usual_moves) : usual_moves;
    // The last move before the time control may use most of the time, any other move less than
    // half: on a busy machine a thread may wait many milliseconds for its turn.
    const microseconds most = time.moves_to_go == 1 ? usable * 9 / 10 : usable * 4 / 10;
    TimePlan plan;
    plan.soft = std::min(usable / moves + increment * 3 / 4, most);
    plan.hard = std::min(plan.soft * most_stretch, most);
    return plan;
}

microseconds move_time(microseconds wanted, microseconds overhead) {
    const microseconds time = clamped(wanted);
    return std::max(time - clamped(overhead), time / 2);
}

void set_deadlines(Limits& limits, const TimePlan& plan, Limits::Instant now) {
    limits.soft_deadline = now + plan.soft;
    limits.hard_deadline = now + plan.hard;
}

}  // namespace rookery
