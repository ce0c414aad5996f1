// Plays a schedule, several games at once.
//
// Each worker has players of its own and keeps them from game to game. A player that fails loses
// its game and is started again; the other games never notice. Pairs are kept whole: whoever ends a
// match early with finish_pairs() still gets the second game of every pair that has begun.
#pragma once

#include "arena/game/player.h"
#include "arena/game/referee.h"
#include "arena/store/store.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::arena {

// Who plays whom, in which order. Games come in pairs: the same opening, colours swapped.

// Game numbers follow the order; the pair's number picks the opening, so that every encounter of a
// round plays the same ones and none gets an easier draw.
struct ScheduledGame {
    GamePlace place;
    std::size_t opening_slot = 0;
};
using Schedule = std::vector<ScheduledGame>;

// Players 0 and 1; an odd number of games leaves the last pair half played.
[[nodiscard]] Schedule match_schedule(std::size_t games);

// Everybody against everybody, so many pairs in each encounter.
[[nodiscard]] Schedule round_robin_schedule(std::size_t players, std::size_t pairs);

// Player 0 against each of the others.
[[nodiscard]] Schedule gauntlet_schedule(std::size_t players, std::size_t pairs);

// Games that are played somewhere else, two by two: who does that sees the match only through this.

// The games of one pair that are still to be played: both, or one where the other was played
// before.
struct PairToPlay {
    struct One {
        ScheduledGame scheduled;
        GameSettings settings;
    };
    std::vector<One> games;
};

class PairSource {
  public:
    virtual ~PairSource() = default;

    // The next one, or nothing when no more are wanted; later there may be some again.
    [[nodiscard]] virtual std::optional<PairToPlay> next() = 0;
    // False once the results are clear: what has not been finished need not be.
    [[nodiscard]] virtual bool wants_unfinished() const = 0;
    [[nodiscard]] virtual const ScheduledGame& game(std::size_t number) const = 0;

    virtual void began(std::size_t number) = 0;
    // The names of the players must be in the record.
    virtual void finished(std::size_t number, GameRecord record) = 0;
    // It was finished, but falsely: it does not count, and will be finished again.
    virtual void withdrawn(std::size_t number) = 0;

    // From outside, or because something went wrong.
    [[nodiscard]] virtual std::stop_token give_up() const = 0;
};

class PairExecutor {
  public:
    virtual ~PairExecutor() = default;

    // Until the source gives no more and what it gave is finished or no longer wanted. What ended
    // it before its time, if anything did.
    [[nodiscard]] virtual std::optional<std::string> play(PairSource& source) = 0;
};

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
    std::shared_ptr<PairExecutor> elsewhere;
};

// Hears what happens, one call at a time, from any worker.
class MatchObserver {
  public:
    virtual ~MatchObserver() = default;
    virtual void on_start(std::size_t /*worker*/, const ScheduledGame&) {}
    virtual void on_move(std::size_t /*worker*/, const ScheduledGame&, const Game&,
                         const MoveRecord&) {}
    // The error ends the match: a game that cannot be stored must not be lost in silence.
    [[nodiscard]] virtual std::optional<std::string>
    on_finish(std::size_t worker, const ScheduledGame&, const GameRecord&) = 0;
    // A game that was finished elsewhere counts no more; it will be finished again.
    [[nodiscard]] virtual std::optional<std::string> on_withdraw(const ScheduledGame&) {
        return std::nullopt;
    }
};

class MatchRunner {
  public:
    MatchRunner(RunnerSettings settings, MatchObserver& observer)
        : settings_(std::move(settings)), observer_(observer) {}

    // Plays the games that are not marked as done, in order. Returns what ended the match before
    // its time, or nothing. A stop drops the games in progress: they were never finished.
    [[nodiscard]] std::optional<std::string>
    run(const Schedule& schedule, const std::vector<bool>& done, const std::stop_token& stop);

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
