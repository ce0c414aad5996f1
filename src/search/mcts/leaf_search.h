// What mcts-ab does in place of a random game: alpha-beta for a few plies, captures until it is quiet, and
// the evaluation.
#pragma once

#include "eval/evaluator.h"
#include "search/mcts/settings.h"
#include "search/mcts/simulation.h"
#include "search/mcts/win_curve.h"

#include <memory>

namespace rookery::mcts {

class LeafSearch final : public Simulation {
  public:
    LeafSearch(std::unique_ptr<ErasedEvaluator> evaluator, const Settings& settings)
        : evaluator_(std::move(evaluator)), settings_(settings), curve_(settings.squash) {}

    [[nodiscard]] double value_of(const Position& position, SearchWatch& watch) override;
    // By quiescence after each of the moves: a shallow search, softened.
    void weigh(const Position& position, std::span<const Move> moves, std::span<float> priors,
               SearchWatch& watch) override;
    [[nodiscard]] Score score_of(double win_rate) const override { return curve_.score_of(win_rate); }
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
    [[nodiscard]] Score quiescence(const Position& position, Window window, int ply, int deep, Square last);
    // Looks at the clock now and then.
    [[nodiscard]] bool is_stopped();

    std::unique_ptr<ErasedEvaluator> evaluator_;
    Settings settings_;
    WinCurve curve_;
    SearchWatch* watch_ = nullptr;
    std::uint64_t positions_ = 0;
};

}  // namespace rookery::mcts
