// Looks for traps in games the engine played against itself.
#pragma once

#include "lab/traps.h"
#include "training/selfplay_game.h"

#include <cstddef>
#include <vector>

namespace rookery::lab {

struct TrapSearch {
    TrapRules rules;
    // Falling is only worth something where the search thought the position could be held.
    int lowest_score = -200;
};

// The traps of one game, but no more than one: its neighbours would mostly be the same again.
[[nodiscard]] std::optional<Trap> trap_in(const training::SelfplayGame& game, const TrapSearch& search);

}  // namespace rookery::lab
