// A match whose games the workers of a colony play.
#pragma once

#include "arena/match/lineup.h"
#include "colony/jobs/away_match.h"
#include "commands/colony/colony_entry.h"

#include <filesystem>
#include <memory>
#include <string>

namespace rookery {

class ColonyGames final : public arena::PairsElsewhere {
  public:
    // What cannot be dealt out is an error now, before anything is stored. For clocks by the wall it is settled which
    // machine they are meant for.
    [[nodiscard]] static Result<std::shared_ptr<ColonyGames>, std::string> enter(const ColonyChoice& choice,
                                                                                 const arena::Lineup& lineup,
                                                                                 arena::MatchSettings& settings,
                                                                                 SearcherTable searchers);

    // Its jobs are kept beside the database.
    void choose_match(const std::filesystem::path& database, arena::MatchId match);
    [[nodiscard]] std::optional<std::string> play(arena::PairSource& source) override;

  private:
    ColonyGames(std::shared_ptr<ColonyEntry> entry, colony::AwayPlayers players)
        : entry_(std::move(entry)), players_(std::move(players)) {}

    const std::shared_ptr<ColonyEntry> entry_;
    const colony::AwayPlayers players_;
    std::filesystem::path table_;
    std::string campaign_;
};

}  // namespace rookery
