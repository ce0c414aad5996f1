// Playing a stored match again to see whether it comes out the same.
#pragma once

#include "commands/match_run.h"

namespace rookery {

// Returns the exit code: ok only if every game came out as it is stored.
[[nodiscard]] int verify_match(arena::MatchId match, const Changes& changes,
                               const ResultOptions& results, SearcherTable searchers);

}  // namespace rookery
