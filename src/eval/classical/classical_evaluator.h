// The classical evaluation, by hand-made terms, as an evaluator.
#pragma once

#include "eval/classical/endgames.h"
#include "eval/classical/evaluation.h"
#include "eval/evaluator.h"

#include <algorithm>

namespace rookery {

// White's view as the side to move sees it, within the range of evaluations.
[[nodiscard]] inline Score as_score(int white_view, Color side_to_move) {
    const int value = std::clamp(white_view, -Score::max_evaluation, Score::max_evaluation);
    return Score(side_to_move == Color::White ? value : -value);
}

// With the default weights.
class ClassicalEvaluator {
  public:
    explicit ClassicalEvaluator(std::size_t pawn_entries = classical::PawnTable::default_entries)
        : pawns_(pawn_entries) {
        classical::prepare_kpk();
    }

    [[nodiscard]] Score evaluate(const Position& position) {
        return as_score(classical::evaluate_by_default(position, pawns_), position.side_to_move());
    }
    void clear() { pawns_.clear(); }

  private:
    classical::PawnTable pawns_;
};

// With other weights, or without some groups of terms: for tuning and for experiments.
class WeightedEvaluator {
  public:
    explicit WeightedEvaluator(const classical::Weights& weights,
                               classical::Groups groups = classical::Groups::all())
        : weights_(weights), groups_(groups) {}

    [[nodiscard]] Score evaluate(const Position& position) {
        return as_score(classical::evaluate_by(weights_, groups_, position, pawns_),
                        position.side_to_move());
    }
    void clear() { pawns_.clear(); }

    [[nodiscard]] const classical::Weights& weights() const { return weights_; }

  private:
    classical::Weights weights_;
    classical::Groups groups_;
    classical::PawnTable pawns_;
};

static_assert(Evaluator<ClassicalEvaluator> && Evaluator<WeightedEvaluator>);

}  // namespace rookery
