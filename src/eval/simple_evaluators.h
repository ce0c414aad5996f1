// Simple evaluators: material, and material with piece-square tables, for the textbook searchers
// and as a baseline of experiments; and an evaluator with noise, for weaker strengths.
#pragma once

#include "base/random.h"
#include "eval/evaluator.h"

#include <algorithm>

namespace rookery {

// 1, 3, 3, 5 and 9 pawns.
class MaterialEvaluator {
  public:
    [[nodiscard]] Score evaluate(const Position& position);
    void clear() {}
};

// Material, and in won endgames the way to the mate: the enemy king driven from the centre and our
// own near it, with more weight the fewer pieces the enemy has left.
class MopUpEvaluator {
  public:
    [[nodiscard]] Score evaluate(const Position& position);
    void clear() {}
};

// The material and piece-square weights of the classical evaluation.
class PieceSquareEvaluator {
  public:
    [[nodiscard]] Score evaluate(const Position& position);
    void clear() {}
};

static_assert(Evaluator<MaterialEvaluator> && Evaluator<MopUpEvaluator> &&
              Evaluator<PieceSquareEvaluator>);

// The value of another evaluator and an error that depends on the position and a seed. The same
// position always has the same error, so that a search is consistent, and the same seed gives the
// same game again.
class NoisyEvaluator final : public ErasedEvaluator {
  public:
    // Errors are at most `largest_error`, small ones more likely than large ones.
    NoisyEvaluator(std::unique_ptr<ErasedEvaluator> evaluator, int largest_error,
                   std::uint64_t seed)
        : evaluator_(std::move(evaluator)), largest_error_(largest_error), seed_(seed) {}

    [[nodiscard]] Score evaluate(const Position& position) override {
        const int value = evaluator_->evaluate(position).value() + error_of(position.key());
        return Score(std::clamp(value, -Score::max_evaluation, Score::max_evaluation));
    }
    void clear() override { evaluator_->clear(); }

  private:
    // The difference of two even random numbers.
    [[nodiscard]] int error_of(Key key) const {
        SplitMix dice(key ^ seed_);
        const auto faces = static_cast<std::uint64_t>(largest_error_) + 1;
        return static_cast<int>(multiply_high(dice.next(), faces)) -
               static_cast<int>(multiply_high(dice.next(), faces));
    }

    std::unique_ptr<ErasedEvaluator> evaluator_;
    int largest_error_;
    std::uint64_t seed_;
};

}  // namespace rookery
