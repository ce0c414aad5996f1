// Plays a schedule, several games at once.
//
// Each worker has players of its own and keeps them from game to game. A player that fails loses its
// game and is started again; the other games never notice. Pairs are kept whole: whoever ends a match
// early with finish_pairs() still gets the second game of every pair that has begun.
#pragma once

#include "arena/game/player_maker.h"
#include "arena/game/referee.h"
#include "arena/match/pairs_elsewhere.h"
#include "arena/match/schedule.h"

#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::arena {

struct Contestant {
    PlayerMaker make;
    TimeControl control;
};

struct RunnerSettings {
    std::vector<Contestant> contestants;
    // The opening for a slot of the schedule, and its index in the book if it comes from one.
    std::function<Result<Opening, std::string>(std::size_t slot)> opening;
    std::function<std::optional<std::size_t>(std::size_t slot)> opening_index;
    GameSettings game;  // controls and opening are filled in for each game
    std::size_t concurrency = 1;
    // The processors each worker keeps to, with all its players; empty: anywhere.
    std::vector<std::vector<int>> processors;
    // Who plays instead of us; then the contestants' makers are not used.
    std::shared_ptr<PairsElsewhere> elsewhere;
};

// Hears what happens, one call at a time, from any worker.
class MatchObserver {
  public:
    virtual ~MatchObserver() = default;
    virtual void on_start(std::size_t /*worker*/, const ScheduledGame&) {}
    virtual void on_move(std::size_t /*worker*/, const ScheduledGame&, const Game&, const MoveRecord&) {}
    // The error ends the match: a game that cannot be stored must not be lost in silence.
    [[nodiscard]] virtual std::optional<std::string> on_finish(std::size_t worker, const ScheduledGame&,
                                                               const GameRecord&) = 0;
    // A game that was finished elsewhere counts no more; it will be finished again.
    [[nodiscard]] virtual std::optional<std::string> on_withdraw(const ScheduledGame&) { return std::nullopt; }
};

class MatchRunner {
  public:
    MatchRunner(RunnerSettings settings, MatchObserver& observer)
        : settings_(std::move(settings)), observer_(observer) {}

    // Plays the games that are not marked as done, in order. Returns what ended the match before its
    // time, or nothing. A stop drops the games in progress: they were never finished.
    [[nodiscard]] std::optional<std::string> run(const Schedule& schedule, const std::vector<bool>& done,
                                                 const std::stop_token& stop);

    // From an observer's call or elsewhere: begin no new pair, or begin them again after all.
    void finish_pairs(bool only_begun = true) { only_begun_pairs_ = only_begun; }

  private:
    class Desk;
    class Worker;
    class Away;

    RunnerSettings settings_;
    MatchObserver& observer_;
    std::atomic<bool> only_begun_pairs_ = false;
};

}  // namespace rookery::arena
