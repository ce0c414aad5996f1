#include "colony/jobs/scaled_player.h"

#include <cmath>

namespace rookery::colony {
namespace {

arena::Duration scaled(arena::Duration time, double factor) {
    return arena::Duration(std::llround(static_cast<double>(time.count()) * factor));
}

}  // namespace

arena::MoveReply ScaledPlayer::choose(const arena::MoveRequest& request) {
    arena::MoveRequest here = request;
    for (const Color color : both_colors) {
        auto& clock = here.clocks[color];
        if (!clock) continue;
        clock->left = scaled(clock->left, stretch_);
        clock->increment = scaled(clock->increment, stretch_);
    }
    if (here.per_move) here.per_move = scaled(*here.per_move, stretch_);
    last_ = player_.choose(here);
    last_.spent = scaled(last_.spent, 1 / stretch_);
    if (last_.claimed) last_.claimed = scaled(*last_.claimed, 1 / stretch_);
    return last_;
}

}  // namespace rookery::colony
