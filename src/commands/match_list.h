// What is stored: all matches in a list, or one of them.
#pragma once

#include "arena/store/store.h"
#include "commands/game_options.h"
#include "commands/match_run.h"

namespace rookery {

[[nodiscard]] int list_matches(const ResultOptions& results);
[[nodiscard]] int show_match(arena::MatchId match, const ResultOptions& results);

}  // namespace rookery
