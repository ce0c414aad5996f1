#include "arena/match/match_tables.h"

#include "arena/match/opening_names.h"

#include <fmt/format.h>

namespace rookery::arena {

Result<TournamentTables, std::string> tournament_tables(std::size_t players,
                                                        const std::vector<GameSummary>& games,
                                                        const RatingSettings& settings) {
    CrossTable cross(players, games);
    auto ratings = rate_players(players, cross.meetings(), rating_options_of(settings));
    if (!ratings) return failure(ratings.error());
    return TournamentTables{settings, std::move(*ratings), std::move(cross),
                            simple_ratings(players, games, settings)};
}

Result<MatchTables, std::string> match_tables(const Store& store, const MatchInfo& info,
                                              const MatchSettings& settings,
                                              const std::vector<GameSummary>& games,
                                              bool by_opening) {
    MatchTables tables;
    if (info.setup.kind == MatchKind::Tournament) {
        auto made = tournament_tables(info.setup.players.size(), games, settings.ratings);
        if (!made) return failure(made.error());
        tables.tournament = std::move(*made);
    }
    if (!by_opening) return tables;
    tables.openings = results_by_opening(games);
    if (const auto problem = name_openings(*tables.openings, store, info.id, settings.openings))
        tables.notes.push_back(fmt::format("names of openings are missing: {}", *problem));
    return tables;
}

}  // namespace rookery::arena
