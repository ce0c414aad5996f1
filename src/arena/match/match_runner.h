// Schedules of matches and tournaments, and the loop that has their games played.
//
// On threads here, each thread has players of its own and keeps them from game to game. A player
// that fails loses its game and is started again; the other games go on. Pairs are kept whole: a
// match that finish_pairs() ends early still plays the second game of every pair that has begun.
#pragma once

#include "arena/game/player.h"
#include "arena/game/referee.h"
#include "arena/store/store.h"
#include "base/executor.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::arena {

// Games come in pairs: the same opening, colours swapped. Game numbers follow the order; the round
// picks the opening, so that all encounters of a round play the same one.
struct ScheduledGame {
    GamePlace place;
    std::size_t opening_slot = 0;
};
using Schedule = std::vector<ScheduledGame>;

// Players 0 and 1; an odd number of games leaves the last pair half played.
[[nodiscard]] Schedule match_schedule(std::size_t games);

// Each player against each other one, so many pairs in each encounter.
[[nodiscard]] Schedule round_robin_schedule(std::size_t players, std::size_t pairs);

// Player 0 against each of the others.
[[nodiscard]] Schedule gauntlet_schedule(std::size_t players, std::size_t pairs);

// A game as an executor gets it.
struct MatchGame {
    ScheduledGame scheduled;
    GameSettings settings;

    [[nodiscard]] std::uint64_t number() const { return settings.number; }  // from 1
};
using MatchExecutor = Executor<MatchGame, GameRecord>;
using MakeMatchExecutor = std::function<Result<std::unique_ptr<MatchExecutor>, std::string>()>;

struct Contestant {
    PlayerMaker make;
    TimeControl control;
    std::string name{};  // in the records of games that were played elsewhere
};

struct RunnerSettings {
    std::vector<Contestant> contestants;
    // The opening for a slot of the schedule, and its index in the book if it comes from one.
    std::function<Result<Opening, std::string>(std::size_t slot)> opening;
    std::function<std::optional<std::size_t>(std::size_t slot)> opening_index;
    GameSettings game;  // controls and opening are filled in for each game
    std::size_t concurrency = 1;
    // The processors each thread keeps to, with all its players; empty: anywhere.
    std::vector<std::vector<int>> processors;
    // Plays the games instead of threads here; then the contestants' makers are not used.
    MakeMatchExecutor make_executor;
};

// Receives the events of a match; those of one game in their order.
//
// The first two are called by the threads that play, at any time and at once: they must be quick,
// and must never wait for a file or a database. The others are called one at a time by the thread
// of run(), which plays no game: they may take as long as they need.
class MatchObserver {
  public:
    virtual ~MatchObserver() = default;
    virtual void on_start(const ScheduledGame&) {}
    virtual void on_move(const ScheduledGame&, const Game&, const MoveRecord&) {}

    // The error ends the match: a game that cannot be stored must not be lost in silence.
    [[nodiscard]] virtual std::optional<std::string> on_finish(const ScheduledGame&,
                                                               const GameRecord&) = 0;
    // The result of a finished game was false; the game will be finished again.
    [[nodiscard]] virtual std::optional<std::string> on_withdraw(const ScheduledGame&) {
        return std::nullopt;
    }
};

class MatchRunner {
  public:
    MatchRunner(RunnerSettings settings, MatchObserver& observer)
        : settings_(std::move(settings)), observer_(observer) {}

    // Plays the games that are not marked as done, in order. Returns what ended the match before
    // its time, or nothing. A stop drops the games in progress: they were never finished. Games
    // that have ended by then still reach the observer.
    [[nodiscard]] std::optional<std::string>
    run(const Schedule& schedule, const std::vector<bool>& done, const std::stop_token& stop);

    // From any thread: begin no new pair, or begin them again after all.
    void finish_pairs(bool only_begun = true) { only_begun_pairs_ = only_begun; }

  private:
    class GameThread;
    class Run;
    [[nodiscard]] std::unique_ptr<MatchExecutor> thread_executor();

    RunnerSettings settings_;
    MatchObserver& observer_;
    std::atomic<bool> only_begun_pairs_ = false;
};

}  // namespace rookery::arena
