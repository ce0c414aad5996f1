// What a search is asked for in the terms of a protocol: with a game clock, not with deadlines.
#pragma once

#include "search/clock.h"
#include "search/limits.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace rookery {

struct SearchOrder {
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    std::optional<int> mate;  // moves
    // Of the side to move; the overhead is the engine's own affair.
    std::optional<GameTime> clock;
    std::optional<std::chrono::milliseconds> move_time;
    std::vector<Move> only_moves;  // empty: all
    // No answer before it is stopped.
    bool infinite = false;
    // In the opponent's time: no answer before it is stopped or the expected move was played, from
    // when on its clock runs.
    bool ponder = false;
    Limits::Instant asked = Limits::Instant::clock::now();

    // Something else than stopping it brings an answer.
    [[nodiscard]] bool ends_by_itself() const {
        return depth || nodes || mate || clock || move_time;
    }
};

// Everything but the number of lines and the word that pondering has ended.
[[nodiscard]] Limits limits_of(const SearchOrder& order, std::chrono::milliseconds overhead);

}  // namespace rookery
