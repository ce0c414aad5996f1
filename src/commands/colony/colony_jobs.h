// A match whose games the workers of a colony play.
#pragma once

#include "arena/match/lineup.h"
#include "colony/jobs/remote_games.h"
#include "commands/colony/colony_entry.h"
#include "commands/game_options.h"
#include "engine/make_searcher.h"
#include "training/selfplay_run.h"
#include "tune/trial_run.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace rookery {

class ColonyGames final : public arena::PairExecutor {
  public:
    // What cannot be dealt out is an error now, before anything is stored. For clocks by the wall
    // it is settled which machine they are meant for.
    [[nodiscard]] static Result<std::shared_ptr<ColonyGames>, std::string>
    enter(const ColonyChoice& choice, const arena::Lineup& lineup, arena::MatchSettings& settings,
          SearcherTable searchers);

    // Its jobs are kept beside the database.
    void choose_match(const std::filesystem::path& database, arena::MatchId match);
    [[nodiscard]] std::optional<std::string> play(arena::PairSource& source) override;

  private:
    ColonyGames(std::shared_ptr<ColonyEntry> entry, colony::RemotePlayers players)
        : entry_(std::move(entry)), players_(std::move(players)) {}

    const std::shared_ptr<ColonyEntry> entry_;
    const colony::RemotePlayers players_;
    std::filesystem::path table_;
    std::string campaign_;
};

// Self-play by the workers of a colony.

// What cannot be dealt out is an error now.
[[nodiscard]] Result<std::unique_ptr<training::SelfplayExecutor>, std::string>
enter_for_selfplay(const ColonyChoice& choice, const SearcherChoice& player,
                   const training::SelfplaySettings& settings, SearcherTable searchers);

// Tuning by the workers of a colony.

// The samples are trials such as will be played: what cannot be dealt out is an error now. With a
// checkpoint the jobs are kept beside it, so that who is caught later loses what he played before.
[[nodiscard]] Result<std::unique_ptr<tune::TrialExecutor>, std::string>
enter_for_tuning(const ColonyChoice& choice, const std::vector<tune::TrialToPlay>& samples,
                 const std::string& checkpoint, SearcherTable searchers);

}  // namespace rookery
