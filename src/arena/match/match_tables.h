// All that is told of a match besides its score, computed once for people and for programs.
#pragma once

#include "arena/match/cross_table.h"
#include "arena/match/match_settings.h"
#include "arena/match/opening_results.h"
#include "arena/match/simple_ratings.h"
#include "arena/statistics/ratings.h"

#include <optional>
#include <string>
#include <vector>

namespace rookery::arena {

struct TournamentTables {
    RatingSettings settings;
    RatingList ratings;
    CrossTable cross;
    std::vector<SimpleRating> simple;  // by player
};

struct MatchTables {
    std::optional<TournamentTables> tournament;
    std::optional<std::vector<OpeningResult>> openings;  // if they were asked for
    // Why something is missing, sentences for a person.
    std::vector<std::string> notes;
};

// The games must come by number.
[[nodiscard]] Result<TournamentTables, std::string>
tournament_tables(std::size_t players, const std::vector<GameSummary>& games,
                  const RatingSettings& settings);

// Of a stored match. The error is only what should never be.
[[nodiscard]] Result<MatchTables, std::string>
match_tables(const Store& store, const MatchInfo& info, const MatchSettings& settings,
             const std::vector<GameSummary>& games, bool by_opening);

}  // namespace rookery::arena
