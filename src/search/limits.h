// How far a search may go.
#pragma once

#include "chess/move.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace rookery {

struct Limits {
    using Instant = std::chrono::steady_clock::time_point;

    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    // After so many no new iteration is begun: what self-play wants, for half an iteration is worth little.
    std::optional<std::uint64_t> soft_nodes;
    std::optional<int> mate;  // moves
    // After the first no new iteration is worth starting; by the second there must be an answer.
    std::optional<Instant> soft_deadline;
    std::optional<Instant> hard_deadline;
    // Empty means all moves.
    std::vector<Move> only_moves;
    // How many best lines to report.
    int lines = 1;
};

}  // namespace rookery
