// How much a side may think: by clock, by move, by nodes or by depth, or several of them at once;
// and the clock itself.
#pragma once

#include "base/result.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rookery::arena {

using Duration = std::chrono::microseconds;

[[nodiscard]] constexpr double in_seconds(Duration duration) {
    return std::chrono::duration<double>(duration).count();
}

struct TimeControl {
    // A clock: `base` for the whole game or, with `moves`, for every so many moves again.
    std::optional<Duration> base;
    Duration increment{0};
    int moves = 0;
    std::optional<Duration> per_move;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;

    [[nodiscard]] bool has_clock() const { return base.has_value(); }
    // Whether the moves depend on the speed of the machine. They do not where clocks count nodes.
    [[nodiscard]] bool goes_by_wall(bool clocks_count_nodes) const {
        return per_move.has_value() || (has_clock() && !clocks_count_nodes);
    }
    [[nodiscard]] friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

// "3+0.03" and "0.5" (seconds), "40/4+0.1", "2:30+1" (minutes), "0.1/move", "nodes=1000",
// "depth=6", and several of these joined by commas. The error says what is wrong with the text.
[[nodiscard]] Result<TimeControl, std::string> parse_time_control(std::string_view text);

// As parse_time_control reads it, and as PGN's TimeControl tag wants it.
[[nodiscard]] std::string to_text(const TimeControl& control);
[[nodiscard]] std::string to_pgn_tag(const TimeControl& control);

// A clock as its player sees it.
struct ClockReading {
    Duration left{0};
    Duration increment{0};
    int moves_to_go = 0;  // 0: the rest of the game
};

// One side's clock in one game.
class GameClock {
  public:
    explicit GameClock(const TimeControl& control)
        : control_(control), left_(control.base.value_or(Duration{0})) {}

    // As it stood after so many moves.
    GameClock(const TimeControl& control, Duration left, int moves_made)
        : control_(control), left_(left), moves_made_(moves_made) {}

    [[nodiscard]] bool runs() const { return control_.has_clock(); }
    [[nodiscard]] Duration left() const { return left_; }
    // The clock as the player sees it; nothing where there is no clock.
    [[nodiscard]] std::optional<ClockReading> reading() const;

    // Takes the time of a move off, and adds increment and the next period if the flag has not
    // fallen. `grace` is forgiven, not given: what was overstepped is gone. False if the flag fell.
    [[nodiscard]] bool charge(Duration spent, Duration grace);

    // A fair share of the time left for the next move, for players that do not see the clock.
    [[nodiscard]] Duration allotment() const;

  private:
    TimeControl control_;
    Duration left_;
    int moves_made_ = 0;
};

}  // namespace rookery::arena
