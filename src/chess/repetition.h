// Positions that come back.
#pragma once

#include "chess/zobrist.h"

#include <algorithm>
#include <cstddef>
#include <span>

namespace rookery {

// How often the last of these keys stood before among the positions reachable without an
// irreversible move: `reversible` plies back at most. 2 means it stands for the third time.
[[nodiscard]] constexpr int earlier_occurrences(std::span<const Key> keys, int reversible) {
    int found = 0;
    if (keys.empty()) return found;
    const std::size_t last = keys.size() - 1;
    const std::size_t reach = std::min(last, static_cast<std::size_t>(reversible));
    // The same side is to move every second ply, and nothing can return in fewer than four.
    for (std::size_t back = 4; back <= reach; back += 2)
        if (keys[last - back] == keys[last]) ++found;
    return found;
}

// What a search calls a draw: a position seen before since the root (`plies` ago at most), or the
// third occurrence counting those before it. `keys` ends with the position in question.
[[nodiscard]] constexpr bool is_search_repetition(std::span<const Key> keys, int reversible, int plies) {
    int found = 0;
    if (keys.empty()) return false;
    const std::size_t last = keys.size() - 1;
    const std::size_t reach = std::min(last, static_cast<std::size_t>(reversible));
    for (std::size_t back = 4; back <= reach; back += 2) {
        if (keys[last - back] != keys[last]) continue;
        if (back < static_cast<std::size_t>(plies) || ++found == 2) return true;
    }
    return false;
}

}  // namespace rookery
