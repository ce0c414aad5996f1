// Ratings of a tournament by the formulas that need no computer; see statistics/fide.h.
#pragma once

#include "arena/match/rating_settings.h"
#include "arena/statistics/pair_counts.h"
#include "arena/store/store.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace rookery::arena {

// Of one player. Performances and the first rating come from the games against opponents of known
// rating alone, for only there is something to compare with; without such games there are none.
struct SimpleRating {
    std::optional<double> known;
    GameCounts rated_games;
    std::optional<double> opponents;         // mean of their known ratings, game by game
    std::optional<double> performance;       // logistic; infinite for all or nothing
    std::optional<double> fide_performance;  // by the table
    // What FIDE would publish first: only for players without a rating, who have scored at all and
    // have played five such games or more.
    std::optional<int> fide_initial;
    // R + K(S - E) after every game, in the order of their numbers, for both players at once.
    double updated = 0;
};

// By player. The games must come by number.
[[nodiscard]] std::vector<SimpleRating> simple_ratings(std::size_t players,
                                                       const std::vector<GameSummary>& games,
                                                       const RatingSettings& settings);

}  // namespace rookery::arena
