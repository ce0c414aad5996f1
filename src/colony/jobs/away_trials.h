// A tuning whose games are a colony's jobs: every trial is one.
//
// A tuner's next trials follow from the results of those before. So where a result turns out to be false, the tuning
// goes back to before that trial. Trials that come out of the tuner a second time with the same numbers are not played
// a second time.
#pragma once

#include "colony/jobs/job_board.h"
#include "tune/trials_elsewhere.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace rookery::colony {

// Both games as a job; the error says what a job cannot carry: time by the wall clock, a file of weights, more weights
// than have room in it.
[[nodiscard]] Result<PairTask, std::string> pair_of(const tune::TrialToPlay& trial);

class AwayTrials {
  public:
    // The board must outlive it. `seats` says how many jobs the workers can do at a time, now; `went_back` hears from
    // which trial on the tuner learns anew.
    AwayTrials(JobBoard& board, std::function<std::size_t()> seats, std::function<void(std::uint64_t)> went_back = {})
        : board_(board), seats_(std::move(seats)), went_back_(std::move(went_back)) {}

    // As TrialsElsewhere::play(), of one stage.
    [[nodiscard]] std::optional<std::string> play(tune::TrialSource& source);

  private:
    [[nodiscard]] std::optional<std::string> post_more(tune::TrialSource& source);
    [[nodiscard]] std::optional<std::string> hear(const JobEvent& event, tune::TrialSource& source);
    [[nodiscard]] std::optional<std::string> finish(const JobEvent& event, tune::TrialSource& source);
    void go_back(tune::TrialSource& source);

    JobBoard& board_;
    const std::function<std::size_t()> seats_;
    const std::function<void(std::uint64_t)> went_back_;
    std::map<std::string, std::uint64_t> open_;       // trials on the board, by the job's name
    std::map<std::string, tune::TrialResult> known_;  // what came out, by the job's name
    std::optional<std::uint64_t> first_withdrawn_;    // trial
    bool is_exhausted_ = false;
};

}  // namespace rookery::colony
