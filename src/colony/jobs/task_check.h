// Looks at what a worker says came out of a job, and believes as little of it as possible.
//
// Of a pair only the moves are taken, with what the players thought and how many nodes it took
// them. The referee then goes through the game again with players who repeat that, so the result
// and the reason are our own. Whether the moves are those that the searchers would have chosen only
// playing again can tell (see job_board.h).
//
// Of games by the wall clock the times are taken as well, and must add up: who loses on time has
// used it up. They never come out the same again; that their results are no others than those of
// other workers is for score_watch.h to see.
#pragma once

#include "colony/jobs/job.h"

#include "training/game_codec.h"

#include <optional>
#include <string>
#include <vector>

namespace rookery::colony {

using TaskResults = std::vector<std::string>;

// One for each game of the task. The error says what cannot be: an illegal move, a game that goes
// on after its end or stops before it, more nodes than were allowed.
[[nodiscard]] Result<std::vector<arena::GameRecord>, std::string>
records_of(const PairTask& task, const TaskResults& results);
[[nodiscard]] Result<std::vector<training::SelfplayGame>, std::string>
games_of(const SelfplayTask& task, const TaskResults& results);
[[nodiscard]] std::optional<std::string> validate(const Task& task, const TaskResults& results);

// Of a pair, as the worker counts them; of self-play nobody says so.
[[nodiscard]] std::uint64_t nodes_of(const Task& task, const TaskResults& results);

// Of a pair by the wall clock: whether its thoughts fit into the time since it was begun, in
// seconds, on a machine of that speed (of one thread; 0: not known).
[[nodiscard]] std::optional<std::string> validate_haste(const PairTask& task,
                                                        const TaskResults& results, double elapsed,
                                                        std::uint64_t speed);
// That its first player made in both games, 0 to 4; nothing if there are not both.
[[nodiscard]] std::optional<std::size_t> half_points_of(const PairTask& task,
                                                        const TaskResults& results);

// What two workers played differently, if anything. Time does not count.
[[nodiscard]] std::optional<std::string>
difference_between(const Task& task, const TaskResults& one, const TaskResults& other);

}  // namespace rookery::colony
