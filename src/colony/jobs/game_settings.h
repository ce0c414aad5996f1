// How a game of a pair is played; the same for whoever plays it and whoever looks at what was played, who needs no
// searcher for that.
#pragma once

#include "arena/game/referee.h"
#include "colony/jobs/job.h"

namespace rookery::colony {

[[nodiscard]] arena::GameSettings game_settings_of(const PairTask& task, const PairTask::Game& game);

// Whether it ended in a way that does not count. Who has a clock by the wall can lose on time.
[[nodiscard]] bool is_failure_of(const PairTask& task, const arena::GameRecord& record);

}  // namespace rookery::colony
