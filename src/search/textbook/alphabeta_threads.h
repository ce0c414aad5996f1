// Alpha-beta on several threads: they share the moves of the root, and what the best of them is
// worth.
#pragma once

#include "search/textbook/fixed_depth.h"

namespace rookery::textbook {

// As many threads as there are evaluators, or moves. The score is that of alpha-beta with sorted
// moves; which of several equally good moves it is may depend on which thread was faster.
[[nodiscard]] Outcome<Move> alphabeta_on_threads(const Question& question);

}  // namespace rookery::textbook
