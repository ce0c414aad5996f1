// A match whose games are a colony's jobs: every pair is one.
#pragma once

#include "arena/match/match_settings.h"
#include "arena/match/pairs_elsewhere.h"
#include "colony/jobs/job_board.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace rookery::colony {

struct AwayPlayers {
    std::vector<std::string> names;
    std::vector<JobPlayer> players;
    std::uint64_t reference_speed = 0;  // for which clocks by the wall are meant; 0: there are none
};

// Whether somebody's time is measured by the wall clock.
[[nodiscard]] bool goes_by_wall(const arena::MatchSettings& settings);
// Where it is: for which machine and with which grace, unless the match has them from before. The speed is that of one
// thread here.
void set_clocks(arena::MatchSettings& settings, std::uint64_t own_speed);

// Why a match cannot be dealt out: players that are programs, clocks that cannot be.
[[nodiscard]] Result<AwayPlayers, std::string> away_players(const std::vector<arena::PlayerSpec>& specs,
                                                            const arena::MatchSettings& settings);

class AwayMatch {
  public:
    // The board must outlive it. `seats` says how many jobs the workers can do at a time, now.
    AwayMatch(JobBoard& board, AwayPlayers players, std::function<std::size_t()> seats)
        : board_(board), players_(std::move(players)), seats_(std::move(seats)) {}

    // As PairsElsewhere::play().
    [[nodiscard]] std::optional<std::string> play(arena::PairSource& source);

  private:
    void post(const std::string& name, const Task& task);
    void post_more(arena::PairSource& source);
    void put_off();
    [[nodiscard]] Task task_of(const arena::PairToPlay& pair) const;
    [[nodiscard]] std::optional<std::string> hear(const JobEvent& event, arena::PairSource& source);
    [[nodiscard]] std::optional<std::string> finish(const JobEvent& event, arena::PairSource& source);

    JobBoard& board_;
    const AwayPlayers players_;
    const std::function<std::size_t()> seats_;
    std::map<std::string, Task> open_;     // on the board, by name
    std::map<std::string, Task> put_off_;  // not wanted now
    bool is_exhausted_ = false;
};

}  // namespace rookery::colony
