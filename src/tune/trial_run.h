// Has the trials of a tuner played, several games at a time.
#pragma once

#include "arena/game/referee.h"
#include "arena/players/searcher_player.h"
#include "base/executor.h"
#include "tune/game_tuner.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace rookery::tune {

// The values of a tuner after so many games.
struct Moment {
    std::uint64_t games = 0;
    Values values;
};

// One game of a trial.
struct TrialGame {
    Trial trial;
    bool one_is_white = true;

    [[nodiscard]] std::uint64_t number() const { return 2 * trial.number - (one_is_white ? 1 : 0); }
};

// The games of a tuner's trials: hands them out, and tells the tuner of results in order. Not for
// several threads at once; TrialRun sees to that.
class TrialQueue {
  public:
    explicit TrialQueue(GameTuner& tuner);

    // Nothing while results are awaited.
    [[nodiscard]] std::optional<TrialGame> take();
    // Seen from `one`.
    void finish(const TrialGame& game, arena::Outcome outcome);

    // Both games of a trial at once; a caller that takes whole trials must always do so.
    [[nodiscard]] std::optional<Trial> take_trial();
    // Whether the game was taken and has no result yet.
    [[nodiscard]] bool wants(const TrialGame& game) const;
    // As if no result were known from that trial on, nor any game taken. The tuner is one like the
    // first at its beginning, and is told the results that remain.
    void go_back(std::uint64_t trial, std::unique_ptr<GameTuner> fresh);

    // Nothing is to be played any more.
    [[nodiscard]] bool is_done() const { return waiting_.empty(); }
    [[nodiscard]] const GameTuner& tuner() const { return *tuner_; }

    // Two letters for each trial that was learned, W, D or L of its games.
    [[nodiscard]] const std::string& results() const { return results_; }
    // The results of an earlier run, before any game is taken. What is wrong with them, if
    // something is; the tuner may then be in any state.
    [[nodiscard]] std::optional<std::string> repeat(std::string_view results);

    // The start, about a hundred moments of the plan, and the last.
    [[nodiscard]] std::vector<Moment> history() const;

  private:
    struct Waiting {
        Trial trial;
        bool taken[2] = {false, false};
        std::optional<arena::Outcome> outcomes[2];
    };
    void ask();
    [[nodiscard]] std::size_t index_of(std::uint64_t trial) const;
    void learn_what_is_known();
    void learn_first();

    std::unique_ptr<GameTuner> own_;  // after going back
    GameTuner* tuner_;
    std::deque<Waiting> waiting_;
    std::string results_;
    std::vector<Moment> history_;
};

// For the text that results() writes.
[[nodiscard]] arena::PairCounts score_of(std::string_view results);

struct TrialGames {
    // The player with these values.
    std::function<arena::SearcherSpec(const Choice&)> player;
    arena::TimeControl control;
    arena::Adjudication adjudication;
    // For the trial of that number, counted from 0.
    std::function<Result<arena::Opening, std::string>(std::size_t)> opening;
    std::size_t threads = 1;  // games at a time
};

using TrialExecutor = Executor<TrialGame, arena::Outcome>;  // outcomes as `one` sees them

class TrialRun {
  public:
    // The queue must outlive the run, and is its own while it plays.
    TrialRun(TrialQueue& queue, TrialGames games, SearcherTable searchers)
        : queue_(queue), games_(std::move(games)), searchers_(searchers) {}

    // Until nothing is to be played, or the token says stop; games in hand are then dropped. The
    // error says what went wrong.
    [[nodiscard]] std::optional<std::string> play(const std::stop_token& stop);

    // The same by an executor that may withdraw results. The tuner then goes back to before that
    // trial, for what it proposed since may follow from the false result: a new tuner is told the
    // results that remain, and `on_go_back` the number of the trial.
    using TunerMaker = std::function<std::unique_ptr<GameTuner>()>;
    [[nodiscard]] std::optional<std::string>
    play(TrialExecutor& executor, const std::stop_token& stop, TunerMaker make_tuner = {},
         const std::function<void(std::uint64_t trial)>& on_go_back = {});

    [[nodiscard]] const TrialGames& games() const { return games_; }
    // To look at the queue while it plays.
    template <class Look>
    auto look(const Look& look) const {
        const std::lock_guard lock(mutex_);
        return look(static_cast<const TrialQueue&>(queue_));
    }

  private:
    class GameThread;
    class Loop;

    mutable std::mutex mutex_;
    TrialQueue& queue_;
    const TrialGames games_;
    const SearcherTable searchers_;
};

}  // namespace rookery::tune
