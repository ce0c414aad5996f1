// Playing a match that is set up or taken up again, shown while it goes on.
#pragma once

#include "arena/match/lineup.h"
#include "arena/match/match_session.h"
#include "arena/match/match_settings.h"
#include "arena/store/store.h"
#include "commands/game_options.h"

#include <optional>
#include <string>
#include <vector>

namespace rookery {

// Says on stderr what is wrong.
[[nodiscard]] std::optional<arena::Store> open_store(const ResultOptions& options,
                                                     arena::Store::Access access);

// Both return the exit code.
[[nodiscard]] int begin_match(const std::vector<std::string>& players, const GameOptions& games,
                              arena::MatchSettings settings, const ResultOptions& results,
                              SearcherTable searchers);
[[nodiscard]] int resume_match(arena::MatchId match, const Changes& changes,
                               const ResultOptions& results, SearcherTable searchers);

// Settings and players of a stored match, ready to be played with the changes.
struct StoredMatch {
    arena::MatchSettings settings;
    arena::MatchPlan plan;
};
[[nodiscard]] Result<StoredMatch, std::string>
take_up(const arena::MatchInfo& info, const Changes& changes, SearcherTable searchers);

// What was given of ratings, in the place of what is stored. The problem, if there is one.
[[nodiscard]] std::optional<std::string> rate_otherwise(const arena::MatchInfo& info,
                                                        const RatingArguments& ratings,
                                                        arena::MatchSettings& settings);

}  // namespace rookery
