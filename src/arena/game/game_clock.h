// One side's clock in one game.
#pragma once

#include "arena/game/player.h"
#include "arena/game/time_control.h"

#include <optional>

namespace rookery::arena {

class GameClock {
  public:
    explicit GameClock(const TimeControl& control) : control_(control), left_(control.base.value_or(Duration{0})) {}

    // As it stood after so many moves.
    GameClock(const TimeControl& control, Duration left, int moves_made)
        : control_(control), left_(left), moves_made_(moves_made) {}

    [[nodiscard]] bool runs() const { return control_.has_clock(); }
    [[nodiscard]] Duration left() const { return left_; }
    // What the player is told; nothing where there is no clock.
    [[nodiscard]] std::optional<ClockReading> reading() const;

    // Takes the time of a move off, and adds increment and the next period if the flag has not fallen.
    // `grace` is forgiven, not given: what was overstepped is gone. False if the flag fell.
    [[nodiscard]] bool charge(Duration spent, Duration grace);

    // A fair share of the time left for the next move, for players that do not see the clock.
    [[nodiscard]] Duration allotment() const;

  private:
    TimeControl control_;
    Duration left_;
    int moves_made_ = 0;
};

}  // namespace rookery::arena
