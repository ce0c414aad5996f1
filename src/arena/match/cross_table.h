// Who scored what against whom.
#pragma once

#include "arena/statistics/pair_counts.h"
#include "arena/statistics/ratings.h"
#include "arena/store/store.h"

#include <cstddef>
#include <vector>

namespace rookery::arena {

class CrossTable {
  public:
    explicit CrossTable(std::size_t players, const std::vector<GameSummary>& games = {});
    void add(const GameSummary& game);

    [[nodiscard]] std::size_t players() const { return players_; }
    // From the first one's side.
    [[nodiscard]] const GameCounts& between(std::size_t one, std::size_t other) const {
        return cells_[one * players_ + other];
    }
    [[nodiscard]] GameCounts total(std::size_t player) const;
    [[nodiscard]] const GameCounts& with(std::size_t player, Color color) const {
        return by_color_[player][color];
    }
    // Every encounter once, for rate_players.
    [[nodiscard]] std::vector<Meeting> meetings() const;

  private:
    std::size_t players_;
    std::vector<GameCounts> cells_;
    std::vector<ByColor<GameCounts>> by_color_;
};

}  // namespace rookery::arena
