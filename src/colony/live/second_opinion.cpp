#include "colony/live/second_opinion.h"

#include <algorithm>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;
using Duration = Limits::Instant::duration;

// One part of so many.
constexpr int parts = 25;
constexpr Duration least_time = 2ms;
constexpr Duration most_time = 2s;
constexpr Duration most_if_stopped = 15ms;
constexpr std::uint64_t least_nodes = 4000;

std::uint64_t reserved_nodes(std::uint64_t limit) { return std::max(limit / parts, std::min(limit / 4, least_nodes)); }

Limits::Instant earlier(Limits::Instant deadline, Limits::Instant now) {
    const Duration whole = std::max(deadline - now, Duration::zero());
    return deadline - std::min(whole, std::max(whole / parts, least_time));
}

}  // namespace

Limits without_reserve(const Limits& limits, Limits::Instant now) {
    Limits less = limits;
    if (less.nodes) less.nodes = *less.nodes - reserved_nodes(*less.nodes);
    if (less.soft_nodes) less.soft_nodes = *less.soft_nodes - *less.soft_nodes / parts;
    if (less.hard_deadline) less.hard_deadline = earlier(*less.hard_deadline, now);
    if (less.soft_deadline) less.soft_deadline = earlier(*less.soft_deadline, now);
    return less;
}

VerificationBudget reserve_of(const Limits& limits, const SearchEnd& end) {
    VerificationBudget budget;
    if (limits.nodes) budget.nodes = reserved_nodes(*limits.nodes);
    const Duration share = std::clamp((end.now - end.began) / (parts - 1), least_time, most_time);
    Limits::Instant deadline = end.now + (end.was_told_to_stop ? std::min(share, most_if_stopped) : share);
    if (const auto later = limits.delay(); limits.hard_deadline && later)
        deadline = std::min(deadline, *limits.hard_deadline + *later);
    // Where only nodes are limited, time must not decide.
    if (!limits.nodes || limits.hard_deadline || end.was_told_to_stop) budget.deadline = deadline;
    return budget;
}

}  // namespace rookery::colony
