// Plays the trials of a tuner, several games at a time.
#pragma once

#include "arena/game/referee.h"
#include "arena/players/searcher_player.h"
#include "tune/game_tuner.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace rookery::tune {

// Between a tuner and those who play its games: hands out single games, and tells the tuner of
// results in order.
//
// Not for several threads at once; TrialRun sees to that.

// The values after so many games.
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

class TrialQueue {
  public:
    explicit TrialQueue(GameTuner& tuner);

    // Nothing while results are awaited.
    [[nodiscard]] std::optional<TrialGame> take();
    // Seen from `one`.
    void finish(const TrialGame& game, arena::Outcome outcome);

    // The same for both games of a trial at once; whoever asks so must always do.
    [[nodiscard]] std::optional<Trial> take_trial();
    void finish_trial(std::uint64_t number, const TrialResult& result);
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
    [[nodiscard]] Waiting& waiting(std::uint64_t trial);
    void learn_what_is_known();
    void learn_first();

    std::unique_ptr<GameTuner> own_;  // after going back
    GameTuner* tuner_;
    std::deque<Waiting> waiting_;
    std::string results_;
    std::vector<Moment> history_;
};

// Of what results() writes.
[[nodiscard]] arena::PairCounts score_of(std::string_view results);

// Trials of a tuner that are played somewhere else: who does that sees the tuning only through
// this.

// Both games of a trial, `one` first as White; they have the numbers 2 n - 1 and 2 n.
struct TrialToPlay {
    std::uint64_t number = 0;  // from 1
    arena::SearcherSpec one, other;
    arena::TimeControl control;
    arena::Opening opening;
    arena::Adjudication adjudication;
};

class TrialSource {
  public:
    virtual ~TrialSource() = default;

    // The next one, or nothing while results are awaited and when all is done.
    [[nodiscard]] virtual std::optional<TrialToPlay> next() = 0;
    virtual void finished(std::uint64_t number, const TrialResult& result) = 0;
    // What was told of that trial is not true. Whatever was proposed from it on is forgotten, for
    // the result may have had a part in it: next() begins there again.
    virtual void withdrawn(std::uint64_t number) = 0;

    // From outside, or because something went wrong.
    [[nodiscard]] virtual std::stop_token give_up() const = 0;
};

class TrialExecutor {
  public:
    virtual ~TrialExecutor() = default;

    // Until the source gives no more and what it gave is finished for good. A tuning has stages,
    // each with trials of its own that are numbered anew. What ended it before its time, if
    // anything did.
    [[nodiscard]] virtual std::optional<std::string> play(const std::string& stage,
                                                          TrialSource& source) = 0;
};

struct TrialGames {
    // Who plays with these numbers.
    std::function<arena::SearcherSpec(const Choice&)> player;
    arena::TimeControl control;
    arena::Adjudication adjudication;
    // Of the trial of that number, counted from 0.
    std::function<Result<arena::Opening, std::string>(std::size_t)> opening;
    std::size_t threads = 1;  // games at a time
};

class TrialRun {
  public:
    // The queue must outlive the run, and is its own while it plays.
    TrialRun(TrialQueue& queue, TrialGames games, SearcherTable searchers)
        : queue_(queue), games_(std::move(games)), searchers_(searchers) {}

    // Until nothing is to be played, or the token says stop; games in hand are then dropped. The
    // error says what went wrong.
    [[nodiscard]] std::optional<std::string> play(const std::stop_token& stop);

    // The same by others, who are told which stage of the tuning it is. What they take back is
    // forgotten with all that followed from it; then the tuner is made anew.
    using TunerMaker = std::function<std::unique_ptr<GameTuner>()>;
    [[nodiscard]] std::optional<std::string> play(TrialExecutor& others, const std::string& stage,
                                                  const TunerMaker& make_tuner,
                                                  const std::stop_token& stop);

    // To look at the queue while it plays.
    template <class Look>
    auto look(const Look& look) const {
        const std::lock_guard lock(mutex_);
        return look(static_cast<const TrialQueue&>(queue_));
    }

  private:
    class Worker;
    class Source;
    [[nodiscard]] std::optional<TrialGame> take(const std::stop_token& stop);
    void finish(const TrialGame& game,
                const Result<std::optional<arena::Outcome>, std::string>& outcome);

    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    TrialQueue& queue_;
    std::optional<std::string> problem_;
    const TrialGames games_;
    const SearcherTable searchers_;
};

}  // namespace rookery::tune
