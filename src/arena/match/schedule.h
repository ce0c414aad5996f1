// Who plays whom, in which order. Games come in pairs: the same opening, colours swapped.
#pragma once

#include "arena/store/store.h"

#include <cstddef>
#include <vector>

namespace rookery::arena {

// Game numbers follow the order; the pair's number picks the opening, so that every encounter of a
// round plays the same ones and none gets an easier draw.
struct ScheduledGame {
    GamePlace place;
    std::size_t opening_slot = 0;
};
using Schedule = std::vector<ScheduledGame>;

// Players 0 and 1; an odd number of games leaves the last pair half played.
[[nodiscard]] Schedule match_schedule(std::size_t games);

// Everybody against everybody, so many pairs in each encounter.
[[nodiscard]] Schedule round_robin_schedule(std::size_t players, std::size_t pairs);

// Player 0 against each of the others.
[[nodiscard]] Schedule gauntlet_schedule(std::size_t players, std::size_t pairs);

}  // namespace rookery::arena
