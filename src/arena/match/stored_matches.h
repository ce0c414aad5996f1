// Stored matches on the command line: listed, shown, or played again to compare every move. The
// functions return exit codes and print errors on stderr.
#pragma once

#include "arena/match/match_run.h"

namespace rookery::arena {

[[nodiscard]] int list_matches(const MatchOutput& output);
[[nodiscard]] int show_match(MatchId match, const MatchOutput& output);
// Succeeds only if every game comes out as it is stored.
[[nodiscard]] int verify_match(MatchId match, const MatchChanges& changes,
                               const MatchOutput& output, SearcherTable searchers);

}  // namespace rookery::arena
