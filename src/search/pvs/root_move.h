// The moves of the root, with what is known of each.
#pragma once

#include "chess/move.h"
#include "eval/score.h"

#include <cstdint>
#include <vector>

namespace rookery::pvs {

struct RootMove {
    Move move;
    Score score = -Score::infinite();     // of this iteration; worst where it was only refuted
    Score previous = -Score::infinite();  // of the last one
    bool exact = false;  // whether the score is more than a bound
    int selective_depth = 0;
    std::uint64_t nodes = 0;  // spent on it in this search
    std::vector<Move> line;   // begins with the move

    explicit RootMove(Move first) : move(first), line{first} {}
};

[[nodiscard]] inline bool is_better(const RootMove& one, const RootMove& other) { return one.score > other.score; }

}  // namespace rookery::pvs
