// Plays the trials of a tuner, several games at a time.
#pragma once

#include "arena/game/referee.h"
#include "arena/players/searcher_player.h"
#include "tune/trial_queue.h"
#include "tune/trials_elsewhere.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>

namespace rookery::tune {

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

    // Until nothing is to be played, or the token says stop; games in hand are then dropped. The error says what
    // went wrong.
    [[nodiscard]] std::optional<std::string> play(const std::stop_token& stop);

    // The same by others, who are told which stage of the tuning it is. What they take back is forgotten with all that
    // followed from it; then the tuner is made anew.
    using TunerMaker = std::function<std::unique_ptr<GameTuner>()>;
    [[nodiscard]] std::optional<std::string> play(TrialsElsewhere& others, const std::string& stage,
                                                  const TunerMaker& make_tuner, const std::stop_token& stop);

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
    void finish(const TrialGame& game, const Result<std::optional<arena::Outcome>, std::string>& outcome);

    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    TrialQueue& queue_;
    std::optional<std::string> problem_;
    const TrialGames games_;
    const SearcherTable searchers_;
};

}  // namespace rookery::tune
