#include "arena/game/player.h"

#include <algorithm>

namespace rookery::arena {

const char* describe(Trouble trouble) {
    switch (trouble) {
        case Trouble::None: return "no trouble";
        case Trouble::IllegalMove: return "illegal move";
        case Trouble::Unreadable: return "unreadable answer";
        case Trouble::NoMove: return "no move";
        case Trouble::Stalled: return "no answer";
        case Trouble::Disconnected: return "disconnected";
        case Trouble::Crashed: return "crashed";
        case Trouble::Resigned: return "resigned";
    }
    return "";
}

Result<std::unique_ptr<Player>, std::string> bring_up(const PlayerMaker& make) {
    auto made = make();
    if (!made) return made;
    auto up = (*made)->start();
    if (!up) up = (*made)->start();
    if (!up) return failure(up.error());
    return made;
}

std::optional<ClockReading> GameClock::reading() const {
    if (!runs()) return std::nullopt;
    const int to_go = control_.moves > 0 ? control_.moves - moves_made_ % control_.moves : 0;
    return ClockReading{left_, control_.increment, to_go};
}

bool GameClock::charge(Duration spent, Duration grace) {
    if (!runs()) return true;
    left_ -= spent;
    if (left_ < -grace) return false;
    left_ = std::max(left_, Duration{0});
    ++moves_made_;
    left_ += control_.increment;
    if (control_.moves > 0 && moves_made_ % control_.moves == 0) left_ += *control_.base;
    return true;
}

Duration GameClock::allotment() const {
    // About as many moves as a game usually still has; near a time control only those before it.
    constexpr int usual_moves_left = 25;
    int moves = usual_moves_left;
    if (control_.moves > 0) moves = std::min(moves, control_.moves - moves_made_ % control_.moves);
    const Duration share = left_ / moves + control_.increment * 3 / 4;
    // Never all of it: a player may finish what it has begun.
    return std::max(Duration{1}, std::min(share, left_ * 4 / 5));
}

}  // namespace rookery::arena
