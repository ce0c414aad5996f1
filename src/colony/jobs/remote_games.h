// A match whose games are a colony's jobs: every pair is one.
#pragma once

#include "arena/match/match_runner.h"
#include "arena/match/match_settings.h"
#include "colony/jobs/job_dispatcher.h"
#include "training/selfplay_run.h"
#include "tune/trial_run.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rookery::colony {

struct RemotePlayers {
    std::vector<std::string> names;
    std::vector<JobPlayer> players;
    std::uint64_t reference_speed = 0;  // for which clocks by the wall are meant; 0: there are none
};

// Whether somebody's time is measured by the wall clock.
[[nodiscard]] bool goes_by_wall(const arena::MatchSettings& settings);
// Where it is: for which machine and with which grace, unless the match has them from before. The
// speed is that of one thread here.
void set_clocks(arena::MatchSettings& settings, std::uint64_t own_speed);

// Why a match cannot be dealt out: players that are programs, clocks that cannot be.
[[nodiscard]] Result<RemotePlayers, std::string>
remote_players(const std::vector<arena::PlayerSpec>& specs, const arena::MatchSettings& settings);

class RemoteMatch {
  public:
    // The board must outlive it. `seats` says how many jobs the workers can do at a time, now.
    RemoteMatch(JobDispatcher& board, RemotePlayers players, std::function<std::size_t()> seats)
        : board_(board), players_(std::move(players)), seats_(std::move(seats)) {}

    // As PairExecutor::play().
    [[nodiscard]] std::optional<std::string> play(arena::PairSource& source);

  private:
    void post(const std::string& name, const Task& task);
    void post_more(arena::PairSource& source);
    void put_off();
    [[nodiscard]] Task task_of(const arena::PairToPlay& pair) const;
    [[nodiscard]] std::optional<std::string> hear(const JobEvent& event, arena::PairSource& source);
    [[nodiscard]] std::optional<std::string> finish(const JobEvent& event,
                                                    arena::PairSource& source);

    JobDispatcher& board_;
    const RemotePlayers players_;
    const std::function<std::size_t()> seats_;
    std::map<std::string, Task> open_;     // on the board, by name
    std::map<std::string, Task> put_off_;  // not wanted now
    bool is_exhausted_ = false;
};

// Self-play whose games are a colony's jobs, some games each.
//
// A file of games cannot be taken back. So what a worker played is handed on only when one of its
// games, not older than that, has been played again by somebody else and came out the same; at the
// end everybody's last ones are. Stopped from outside, what nobody has confirmed is not handed on.

class RemoteSelfplay {
  public:
    // The board must outlive it. The task says all but which games.
    RemoteSelfplay(JobDispatcher& board, SelfplayTask task, std::function<std::size_t()> seats)
        : board_(board), task_(std::move(task)), seats_(std::move(seats)) {}

    // As training::SelfplayExecutor::play().
    [[nodiscard]] std::optional<std::string>
    play(std::optional<std::uint64_t> games,
         const std::function<bool(const training::SelfplayGame&)>& take,
         const std::stop_token& stop);

  private:
    struct Finished {
        std::string job;
        std::vector<training::SelfplayGame> games;
    };

    void post_more(std::optional<std::uint64_t> games);
    [[nodiscard]] std::optional<std::string>
    hear(const JobEvent& event, const std::function<bool(const training::SelfplayGame&)>& take);
    [[nodiscard]] bool hand_on(const std::string& worker, const std::string& confirmed,
                               const std::function<bool(const training::SelfplayGame&)>& take);
    void ask_for_last_checks();

    JobDispatcher& board_;
    SelfplayTask task_;
    const std::function<std::size_t()> seats_;
    std::uint64_t next_ = 0;  // game
    std::size_t open_ = 0;    // jobs
    std::map<std::string, std::vector<Finished>>
        waiting_;  // by worker, in the order in which they came
    bool is_enough_ = false;
};

// A tuning whose games are a colony's jobs: every trial is one.
//
// A tuner's next trials follow from the results of those before. So where a result turns out to be
// false, the tuning goes back to before that trial. Trials that come out of the tuner a second time
// with the same numbers are not played a second time.

// Both games as a job; the error says what a job cannot carry: time by the wall clock, a file of
// weights, more weights than have room in it.
[[nodiscard]] Result<PairTask, std::string> pair_of(const tune::TrialToPlay& trial);

class RemoteTrials {
  public:
    // The board must outlive it. `seats` says how many jobs the workers can do at a time, now;
    // `went_back` hears from which trial on the tuner learns anew.
    RemoteTrials(JobDispatcher& board, std::function<std::size_t()> seats,
                 std::function<void(std::uint64_t)> went_back = {})
        : board_(board), seats_(std::move(seats)), went_back_(std::move(went_back)) {}

    // As TrialExecutor::play(), of one stage.
    [[nodiscard]] std::optional<std::string> play(tune::TrialSource& source);

  private:
    [[nodiscard]] std::optional<std::string> post_more(tune::TrialSource& source);
    [[nodiscard]] std::optional<std::string> hear(const JobEvent& event, tune::TrialSource& source);
    [[nodiscard]] std::optional<std::string> finish(const JobEvent& event,
                                                    tune::TrialSource& source);
    void go_back(tune::TrialSource& source);

    JobDispatcher& board_;
    const std::function<std::size_t()> seats_;
    const std::function<void(std::uint64_t)> went_back_;
    std::map<std::string, std::uint64_t> open_;       // trials on the board, by the job's name
    std::map<std::string, tune::TrialResult> known_;  // what came out, by the job's name
    std::optional<std::uint64_t> first_withdrawn_;    // trial
    bool is_exhausted_ = false;
};

}  // namespace rookery::colony
