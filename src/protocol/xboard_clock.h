// The time controls of the xboard protocol, and what they mean for one search.
#pragma once

#include "engine/search_order.h"
#include "protocol/xboard_parse.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace rookery::xboard {

// What so many nodes are worth where they count as time.
[[nodiscard]] std::chrono::milliseconds time_of(std::uint64_t nodes, std::int64_t rate);

// Between two words from outside it keeps its own count of the time left, so that it also knows what is
// left while it ponders, and with an interface that never says.
class TimeControl {
  public:
    // Five minutes for forty moves, where nobody says anything.
    TimeControl() = default;

    // A session begins with the next move, which is that ply of the game.
    void set_level(const Level& level, std::size_t ply);
    void set_move_time(std::chrono::milliseconds time) { move_time_ = time; }
    void set_left(std::chrono::milliseconds left) { left_ = left; }
    void set_depth(int depth) { depth_ = depth; }
    void set_rate(std::int64_t nodes_per_second) { rate_ = nodes_per_second; }
    // The same level from the start, by the clock on the wall and to any depth.
    void new_game();

    // Plies are counted from another position on.
    void new_session() { first_ply_ = 0; }

    [[nodiscard]] std::chrono::milliseconds left() const { return left_; }
    // 0 unless nodes count as time.
    [[nodiscard]] std::int64_t rate() const { return rate_; }

    // For a search that chooses the move of that ply.
    [[nodiscard]] SearchOrder order(std::size_t ply) const;
    // That move was made.
    void moved(std::size_t ply, std::chrono::milliseconds spent);

  private:
    [[nodiscard]] int moves_to_go(std::size_t ply) const;

    Level level_{40, std::chrono::minutes(5), std::chrono::milliseconds(0)};
    std::size_t first_ply_ = 0;
    std::chrono::milliseconds left_ = level_.base;
    std::optional<std::chrono::milliseconds> move_time_;
    int depth_ = 0;          // 0: any
    std::int64_t rate_ = 0;  // 0: by the clock on the wall
};

}  // namespace rookery::xboard
