// The moves of a root that a search may choose from.
#pragma once

#include "chess/movegen.h"
#include "search/limits.h"

#include <algorithm>

namespace rookery {

[[nodiscard]] inline MoveList wanted_moves(const Position& position, const Limits& limits) {
    const auto& only = limits.only_moves;
    MoveList wanted;
    for (const Move move : legal_moves(position))
        if (only.empty() || std::find(only.begin(), only.end(), move) != only.end()) wanted.push_back(move);
    return wanted;
}

}  // namespace rookery
