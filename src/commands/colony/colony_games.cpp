#include "commands/colony/colony_games.h"

#include "base/hash.h"


#include <fmt/format.h>

namespace rookery {

Result<std::shared_ptr<ColonyGames>, std::string> ColonyGames::enter(const ColonyChoice& choice,
                                                                     const arena::Lineup& lineup,
                                                                     arena::MatchSettings& settings,
                                                                     SearcherTable searchers) {
    auto players = colony::away_players(lineup.specs, settings);
    if (!players) return failure(players.error());
    auto entry = ColonyEntry::enter(choice, searchers);
    if (!entry) return failure(entry.error());
    if (colony::goes_by_wall(settings)) {
        colony::set_clocks(settings, (*entry)->own_speed());
        players->reference_speed = *settings.reference_speed;
        (*entry)->say_who_keeps_time(players->reference_speed);
    }
    return std::shared_ptr<ColonyGames>(new ColonyGames(std::move(*entry), std::move(*players)));
}

void ColonyGames::choose_match(const std::filesystem::path& database, arena::MatchId match) {
    table_ = database.string() + "-jobs";
    // Matches of two databases may have the same number.
    std::error_code unknown;
    const std::filesystem::path whole = std::filesystem::weakly_canonical(database, unknown);
    campaign_ = fmt::format("m{}x{:08x}", match, hash_of(whole.string()) & 0xFFFF'FFFF);
}

std::optional<std::string> ColonyGames::play(arena::PairSource& source) {
    auto board = entry_->board(campaign_, table_);
    if (!board) return board.error();
    const auto seats = [this] { return entry_->seats(players_.reference_speed); };
    return colony::AwayMatch(**board, players_, seats).play(source);
}

}  // namespace rookery
