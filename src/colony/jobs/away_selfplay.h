// Self-play whose games are a colony's jobs, some games each.
//
// A file of games cannot be taken back. So what a worker played is handed on only when one of its games, not older than
// that, has been played again by somebody else and came out the same; at the end everybody's last ones are. Stopped from
// outside, what nobody has confirmed is not handed on.
#pragma once

#include "colony/jobs/job_board.h"
#include "training/selfplay_run.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rookery::colony {

class AwaySelfplay {
  public:
    // The board must outlive it. The task says all but which games.
    AwaySelfplay(JobBoard& board, SelfplayTask task, std::function<std::size_t()> seats)
        : board_(board), task_(std::move(task)), seats_(std::move(seats)) {}

    // As training::GamesElsewhere::play().
    [[nodiscard]] std::optional<std::string> play(std::optional<std::uint64_t> games,
                                                  const std::function<bool(const training::SelfplayGame&)>& take,
                                                  const std::stop_token& stop);

  private:
    struct Finished {
        std::string job;
        std::vector<training::SelfplayGame> games;
    };

    void post_more(std::optional<std::uint64_t> games);
    [[nodiscard]] std::optional<std::string> hear(const JobEvent& event,
                                                  const std::function<bool(const training::SelfplayGame&)>& take);
    [[nodiscard]] bool hand_on(const std::string& worker, const std::string& confirmed,
                               const std::function<bool(const training::SelfplayGame&)>& take);
    void ask_for_last_checks();

    JobBoard& board_;
    SelfplayTask task_;
    const std::function<std::size_t()> seats_;
    std::uint64_t next_ = 0;                                // game
    std::size_t open_ = 0;                                  // jobs
    std::map<std::string, std::vector<Finished>> waiting_;  // by worker, in the order in which they came
    bool is_enough_ = false;
};

}  // namespace rookery::colony
