// Plays stored games again and compares them with what is stored, move by move.
//
// Games that went by nodes or depth come out the same on any machine, so a difference means that a
// player is not what it was, or not deterministic.
//
// Thread safety: run() blocks its caller; the others may be called from any thread meanwhile.
#pragma once

#include "arena/game/game_difference.h"
#include "arena/match/match_session.h"
#include "arena/match/match_settings.h"

#include <cstddef>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::arena {

struct GameDifference {
    std::size_t number = 0;  // of the game
    std::string what;        // "ply 34: e2e4 was played, now d2d4"
};

// Why playing again would say nothing, if so: players that go by the wall clock never repeat
// themselves.
[[nodiscard]] std::optional<std::string> problem_with_verifying(const MatchSettings& settings);

class Verification final : private MatchObserver {
  public:
    Verification(const Store& store, MatchId match, MatchPlan plan,
                 const std::vector<GameSummary>& finished);
    Verification(const Verification&) = delete;
    Verification& operator=(const Verification&) = delete;

    // Once. What went wrong, if the games could not be played.
    [[nodiscard]] std::optional<std::string> run(const std::stop_token& stop);

    [[nodiscard]] std::size_t wanted() const { return wanted_; }
    [[nodiscard]] std::size_t checked() const;
    [[nodiscard]] std::vector<GameDifference> differences() const;  // by number

  private:
    [[nodiscard]] std::optional<std::string>
    on_finish(std::size_t worker, const ScheduledGame& game, const GameRecord& record) override;

    const Store& store_;
    const MatchId match_;
    const Schedule schedule_;
    MatchRunner runner_;
    std::vector<bool> skip_;  // what was never played
    std::size_t wanted_ = 0;

    mutable std::mutex mutex_;  // guards all that follows
    std::size_t checked_ = 0;
    std::vector<GameDifference> differences_;
};

}  // namespace rookery::arena
