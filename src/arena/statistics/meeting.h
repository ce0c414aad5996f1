// What two players scored against each other.
#pragma once

#include "arena/statistics/pair_counts.h"

#include <cstddef>

namespace rookery::arena {

// Games between two players, seen from the first. The same two may meet in several entries.
struct Meeting {
    std::size_t first = 0;
    std::size_t second = 0;
    GameCounts games;
};

}  // namespace rookery::arena
