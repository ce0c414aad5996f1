// Between a tuner and those who play its games: hands out single games, and tells the tuner of results in order.
//
// Not for several threads at once; TrialRun sees to that.
#pragma once

#include "tune/game_tuner.h"

#include <deque>
#include <memory>
#include <string>
#include <string_view>

namespace rookery::tune {

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
    // As if no result were known from that trial on, nor any game taken. The tuner is one like the first at its
    // beginning, and is told the results that remain.
    void go_back(std::uint64_t trial, std::unique_ptr<GameTuner> fresh);

    // Nothing is to be played any more.
    [[nodiscard]] bool is_done() const { return waiting_.empty(); }
    [[nodiscard]] const GameTuner& tuner() const { return *tuner_; }

    // Two letters for each trial that was learned, W, D or L of its games.
    [[nodiscard]] const std::string& results() const { return results_; }
    // The results of an earlier run, before any game is taken. What is wrong with them, if something is; the tuner
    // may then be in any state.
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

}  // namespace rookery::tune
