// Pawn structure for boards that cannot ask a whole file at once: first every file is summed up, then each pawn
// looks at three sums.
#pragma once

#include "lab/boards/board.h"

#include <algorithm>

namespace rookery::lab {

class PawnFiles {
  public:
    // Ranks are White's; within, each side counts from its own end, so that both are treated alike.
    void add(Color color, int file, int rank) {
        Side& side = sides_[color];
        const auto at = static_cast<std::size_t>(file + 1);
        const auto way = static_cast<std::int8_t>(as_owner_counts(color, rank));
        ++side.count[at];
        side.rear[at] = std::min(side.rear[at], way);
        side.front[at] = std::max(side.front[at], way);
    }

    // Counts one pawn, which must have been added like all others.
    void judge(Color color, int file, int rank, PawnCounts& counts) const {
        const Side& own = sides_[color];
        const Side& other = sides_[~color];
        const auto at = static_cast<std::size_t>(file + 1);
        const int way = as_owner_counts(color, rank);
        counts.doubled += way != own.front[at];
        counts.isolated += own.count[at - 1] + own.count[at + 1] == 0;
        // An enemy pawn at its rear, counted from the other end, must have been passed or be beside it.
        const int nearest = std::min({other.rear[at - 1], other.rear[at], other.rear[at + 1]});
        counts.passed[static_cast<std::size_t>(way)] += nearest >= 7 - way;
    }

  private:
    // By file, with an empty one on either side of the board, so that neighbours need no test.
    struct Side {
        std::array<std::int8_t, 10> count = {};
        std::array<std::int8_t, 10> rear = {8, 8, 8, 8, 8, 8, 8, 8, 8, 8};
        std::array<std::int8_t, 10> front = {};
    };
    [[nodiscard]] static int as_owner_counts(Color color, int rank) {
        return color == Color::White ? rank : 7 - rank;
    }

    ByColor<Side> sides_ = {};
};

}  // namespace rookery::lab
