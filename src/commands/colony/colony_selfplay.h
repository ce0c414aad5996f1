// Self-play by the workers of a colony.
#pragma once

#include "commands/game_options.h"
#include "engine/make_searcher.h"
#include "training/selfplay_run.h"

#include <memory>
#include <string>

namespace rookery {

// What cannot be dealt out is an error now.
[[nodiscard]] Result<std::unique_ptr<training::GamesElsewhere>, std::string>
enter_for_selfplay(const ColonyChoice& choice, const SearcherChoice& player, const training::SelfplaySettings& settings,
                   SearcherTable searchers);

}  // namespace rookery
