// Executors (base/executor.h) whose tasks are a colony's jobs: for matches, tunings and self-play.
//
// Every pair of a match and every trial of a tuning is one job. Results that turn out to be false
// are withdrawn, and the job is done again.
//
// Games of self-play go into a file, from which nothing can be removed. So the results of a worker
// are delivered only when one of its jobs, not older than they are, was played again by another
// worker and came out the same; at the end the last job of every worker is. What is not confirmed
// when the run is stopped is not delivered.
#pragma once

#include "arena/match/match_run.h"
#include "arena/match/match_runner.h"
#include "arena/match/match_settings.h"
#include "colony/jobs/job_dispatcher.h"
#include "engine/make_searcher.h"
#include "training/selfplay_run.h"
#include "tune/trial_run.h"
#include "tune/tuning_run.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace rookery::colony {

// The players of a match as jobs name them.
struct RemotePlayers {
    std::vector<JobPlayer> players;
    std::uint64_t reference_speed = 0;  // for which clocks by the wall are meant; 0: there are none
};

// Whether a player's time is measured by the wall clock.
[[nodiscard]] bool goes_by_wall(const arena::MatchSettings& settings);
// Where it is: for which machine and with which grace, unless the match has them from before. The
// speed is that of one thread here.
void set_clocks(arena::MatchSettings& settings, std::uint64_t own_speed);

// The error says why a colony cannot play a match: players that are other programs, clocks that
// workers cannot keep.
[[nodiscard]] Result<RemotePlayers, std::string>
remote_players(const std::vector<arena::PlayerSpec>& specs, const arena::MatchSettings& settings);

// Both games of a trial as a job. The error says what a job cannot carry: time by the wall clock, a
// file of weights, more weights than have room in it.
[[nodiscard]] Result<PairTask, std::string> pair_of(const tune::TrialGames& games,
                                                    const tune::Trial& trial);

// All of the task but the seed and the games. The error says what a job cannot carry.
[[nodiscard]] Result<SelfplayTask, std::string>
selfplay_task_of(const SearcherChoice& player, const training::SelfplaySettings& settings);

[[nodiscard]] std::unique_ptr<arena::MatchExecutor> match_executor(JobSource source,
                                                                   RemotePlayers players);
[[nodiscard]] std::unique_ptr<tune::TrialExecutor> trial_executor(JobSource source,
                                                                  tune::TrialGames games);
[[nodiscard]] std::unique_ptr<training::SelfplayExecutor> selfplay_executor(JobSource source,
                                                                            SelfplayTask task);

// Which colony plays, and how urgent its games are to workers.
struct JobsOrder {
    std::filesystem::path invitation;  // a coordinator's; empty: of the colony on this machine
    int priority = 1;                  // as QueueName counts: 0 comes first
    SearcherTable searchers;           // for players
};

// Each of these connects to a colony and finds or makes the executor for a run. What a colony
// cannot play is an error at once, before anything is stored.

// For clocks by the wall it also decides which machine they are meant for.
[[nodiscard]] Result<arena::ExecutorMaker, std::string>
executors_for_match(const JobsOrder& order, const std::vector<arena::PlayerSpec>& players,
                    arena::MatchSettings& settings);
// With a checkpoint the jobs are kept beside it: a worker that is found out later then loses its
// results of before.
[[nodiscard]] Result<tune::TrialExecutorMaker, std::string>
executors_for_tuning(const JobsOrder& order, const std::vector<tune::TrialSample>& samples,
                     const std::string& checkpoint);
[[nodiscard]] Result<std::unique_ptr<training::SelfplayExecutor>, std::string>
executor_for_selfplay(const JobsOrder& order, const SearcherChoice& player,
                      const training::SelfplaySettings& settings, std::uint64_t seed);

}  // namespace rookery::colony
