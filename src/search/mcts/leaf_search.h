// What mcts-ab does in place of a random game: alpha-beta for a few plies, captures until it is
// quiet, and the evaluation.
#pragma once

#include "base/math.h"
#include "eval/evaluator.h"
#include "eval/score.h"
#include "search/mcts/search.h"
#include "search/mcts/simulation.h"

#include <algorithm>
#include <memory>

namespace rookery::mcts {

// From an evaluation to a win rate and back: a logistic curve between 5 and 95 percent.
//
// Endings known to be won lie beyond it, and what they differ by shows the way to the mate; a full
// logistic curve would make them all the same. So the last five percent on either side are theirs,
// evenly.

class WinCurve {
  public:
    // So many units of the evaluation change the odds by a factor of e.
    explicit WinCurve(int width) : width_(width) {}

    [[nodiscard]] double rate_of(Score score) const {
        if (score.value() < 0) return 1 - rate_of(-score);
        if (score.is_decided()) return 1;
        const double value = score.value();
        if (score.is_known_endgame())
            return highest +
                   (1 - highest) * std::min(1.0, (value - Score::known_win) / known_range);
        const double logistic = 1 / (1 + natural_exp(-value / width_));
        return 0.5 + (logistic - 0.5) * (highest - 0.5) / 0.5;
    }

    // Never a decided score, however sure.
    [[nodiscard]] Score score_of(double rate) const {
        if (rate < 0.5) return -score_of(1 - rate);
        if (rate >= highest)
            return Score(Score::known_win + static_cast<int>((std::min(rate, 1.0) - highest) /
                                                             (1 - highest) * known_range));
        const double logistic = 0.5 + (rate - 0.5) * 0.5 / (highest - 0.5);
        const double value = width_ * natural_log(logistic / (1 - logistic));
        return Score(static_cast<int>(std::min<double>(value, Score::known_win - 1)));
    }

  private:
    static constexpr double highest = 0.95;
    static constexpr double known_range = 5000;  // known endings reach from known_win about so far

    double width_;
};

class LeafSearch final : public Simulation {
  public:
    LeafSearch(std::unique_ptr<ErasedEvaluator> evaluator, const Settings& settings)
        : evaluator_(std::move(evaluator)), settings_(settings), curve_(settings.squash) {}

    [[nodiscard]] double value_of(const Position& position, SearchWatch& watch) override;
    // By quiescence after each of the moves: a shallow search, softened.
    void weigh(const Position& position, std::span<const Move> moves, std::span<float> priors,
               SearchWatch& watch) override;
    [[nodiscard]] Score score_of(double win_rate) const override {
        return curve_.score_of(win_rate);
    }
    void new_game() override { evaluator_->clear(); }

    // What a position is worth to the side to move, looked at so many plies deep.
    [[nodiscard]] Score search(const Position& position, int depth, SearchWatch& watch);

  private:
    struct Window {
        Score alpha;
        Score beta;
        [[nodiscard]] Window reversed() const { return {-beta, -alpha}; }
    };

    [[nodiscard]] Score alpha_beta(const Position& position, Window window, int depth, int ply);
    [[nodiscard]] Score quiescence(const Position& position, Window window, int ply, int deep,
                                   Square last);
    // Looks at the clock now and then.
    [[nodiscard]] bool is_stopped();

    std::unique_ptr<ErasedEvaluator> evaluator_;
    Settings settings_;
    WinCurve curve_;
    SearchWatch* watch_ = nullptr;
    std::uint64_t positions_ = 0;
};

}  // namespace rookery::mcts
