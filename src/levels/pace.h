// Moves at the pace of a person: a searcher that answers later than it could.
#pragma once

#include "search/searcher.h"

#include <chrono>
#include <memory>

namespace rookery {

// How long a person would think: a share of the time the clock allows, less in the opening and for
// moves that need no thought, and different each time. Zero where the limits are no time (nodes,
// depth), and always well before the hard deadline.
[[nodiscard]] std::chrono::milliseconds human_delay(const Root& root, const Limits& limits,
                                                    Limits::Instant now, std::uint64_t seed);

// The searcher, which answers no sooner than a person would. A stop ends the wait.
[[nodiscard]] std::unique_ptr<Searcher> at_human_pace(std::unique_ptr<Searcher> searcher,
                                                      std::uint64_t seed);

}  // namespace rookery
