// Tuning by the workers of a colony.
#pragma once

#include "commands/game_options.h"
#include "engine/make_searcher.h"
#include "tune/trials_elsewhere.h"

#include <memory>
#include <string>
#include <vector>

namespace rookery {

// The samples are trials such as will be played: what cannot be dealt out is an error now. With a checkpoint the jobs
// are kept beside it, so that who is caught later loses what he played before.
[[nodiscard]] Result<std::unique_ptr<tune::TrialsElsewhere>, std::string>
enter_for_tuning(const ColonyChoice& choice, const std::vector<tune::TrialToPlay>& samples,
                 const std::string& checkpoint, SearcherTable searchers);

}  // namespace rookery
