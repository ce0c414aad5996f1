#include "protocol/xboard_clock.h"

#include "search/clock.h"

#include <algorithm>

namespace rookery::xboard {

using std::chrono::microseconds;
using std::chrono::milliseconds;

milliseconds time_of(std::uint64_t nodes, std::int64_t rate) {
    const double seconds = static_cast<double>(nodes) / static_cast<double>(rate);
    return milliseconds(static_cast<std::int64_t>(std::min(seconds, 1e9) * 1000));
}

void TimeControl::set_level(const Level& level, std::size_t ply) {
    level_ = level;
    first_ply_ = ply;
    left_ = level.base;
    move_time_.reset();
}

void TimeControl::new_game() {
    first_ply_ = 0;
    left_ = level_.base;
    depth_ = 0;
    rate_ = 0;
}

int TimeControl::moves_to_go(std::size_t ply) const {
    if (level_.moves == 0) return 0;
    // Every second ply is ours; takebacks may have gone behind the beginning.
    const std::size_t made = ply > first_ply_ ? (ply - first_ply_) / 2 : 0;
    return level_.moves - static_cast<int>(made % static_cast<std::size_t>(level_.moves));
}

SearchOrder TimeControl::order(std::size_t ply) const {
    SearchOrder order;
    if (depth_ > 0) order.depth = depth_;
    GameTime time;
    time.left = left_;
    time.increment = level_.increment;
    time.moves_to_go = moves_to_go(ply);
    if (rate_ > 0) {
        const microseconds budget = move_time_ ? microseconds(*move_time_) : plan_time(time).soft;
        const double nodes = static_cast<double>(budget.count()) / 1e6 * static_cast<double>(rate_);
        order.nodes = static_cast<std::uint64_t>(std::clamp(nodes, 1.0, 1e18));
    } else if (move_time_) {
        order.move_time = *move_time_;
    } else {
        order.clock = time;
    }
    return order;
}

void TimeControl::moved(std::size_t ply, milliseconds spent) {
    left_ = std::max(left_ - spent, milliseconds(0)) + level_.increment;
    if (moves_to_go(ply) == 1) left_ += level_.base;
}

}  // namespace rookery::xboard
