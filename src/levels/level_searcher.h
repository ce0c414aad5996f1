// A searcher with the limits of a level.
#pragma once

#include "levels/levels.h"
#include "search/searcher.h"

#include <memory>

namespace rookery {

// The evaluator of the searcher must have the errors already.
[[nodiscard]] std::unique_ptr<Searcher> with_limits(std::unique_ptr<Searcher> searcher,
                                                    const Strength& strength);

// These moves without those that lose a piece to the next capture, and without those that do not
// recapture a piece where that wins it back. All of them if nothing else is left.
[[nodiscard]] MoveList careful_moves(const Root& root, const MoveList& moves);

}  // namespace rookery
