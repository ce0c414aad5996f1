// Checks the results that a worker delivers for a job, and trusts as little of them as possible.
//
// Only the moves of a pair are used, with the players' scores and node counts. The referee replays
// the game with players that repeat these moves, so the result and the reason are our own. Whether
// the searchers would have chosen these moves can only be found out by playing again (see
// job_scheduler.h).
//
// Of games by the wall clock the times are used as well, and must add up: a player that lost on
// time must have used it up. These games never come out the same again; trust/watches.h compares
// their results with those of other workers.
#pragma once

#include "colony/jobs/job.h"

#include "training/game_codec.h"

#include <optional>
#include <string>
#include <vector>

namespace rookery::colony {

using TaskResults = std::vector<std::string>;

// One record for each game of the task. The error says what is impossible: an illegal move, a game
// that goes on after its end or stops before it, more nodes than were allowed.
[[nodiscard]] Result<std::vector<arena::GameRecord>, std::string>
records_of(const PairTask& task, const TaskResults& results);
[[nodiscard]] Result<std::vector<training::SelfplayGame>, std::string>
games_of(const SelfplayTask& task, const TaskResults& results);
[[nodiscard]] std::optional<std::string> validate(const Task& task, const TaskResults& results);

// The nodes of a pair, as the worker counts them; 0 for self-play, which does not report them.
[[nodiscard]] std::uint64_t nodes_of(const Task& task, const TaskResults& results);

// Whether the thinking times of a pair by the wall clock fit into the seconds since it was begun,
// on a machine of that speed (of one thread; 0: not known).
[[nodiscard]] std::optional<std::string> validate_haste(const PairTask& task,
                                                        const TaskResults& results, double elapsed,
                                                        std::uint64_t speed);
// The half points of the first player in both games, 0 to 4; nothing if there are not two games.
[[nodiscard]] std::optional<std::size_t> half_points_of(const PairTask& task,
                                                        const TaskResults& results);

// How two results differ, if they do. Time does not count.
[[nodiscard]] std::optional<std::string>
difference_between(const Task& task, const TaskResults& one, const TaskResults& other);

}  // namespace rookery::colony
