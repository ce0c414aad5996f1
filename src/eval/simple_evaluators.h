// Evaluators that fit on a page: pieces counted, and pieces counted where they stand. The textbook
// searchers use them, and experiments measure against them what more knowledge is worth.
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

// Pieces counted, and in won endings the way to the mate: the enemy king driven from the centre,
// our own near it, the more the fewer pieces the enemy has left.
class MopUpEvaluator {
  public:
    [[nodiscard]] Score evaluate(const Position& position);
    void clear() {}
};

// The engine's values of the pieces and of their squares, from middlegame to endgame.
class PieceSquareEvaluator {
  public:
    [[nodiscard]] Score evaluate(const Position& position);
    void clear() {}
};

static_assert(Evaluator<MaterialEvaluator> && Evaluator<MopUpEvaluator> &&
              Evaluator<PieceSquareEvaluator>);

// Another evaluator's judgement, and an error that belongs to the position.
//
// A weak player does not throw dice: it misjudges. The same position is always misjudged alike, so
// that a search sees a world that is wrong but coherent, and the same seed gives the same game
// again.

class NoisyEvaluator final : public ErasedEvaluator {
  public:
    // Errors are at most that large, small ones more likely than large ones.
    NoisyEvaluator(std::unique_ptr<ErasedEvaluator> judge, int largest_error, std::uint64_t seed)
        : judge_(std::move(judge)), largest_error_(largest_error), seed_(seed) {}

    [[nodiscard]] Score evaluate(const Position& position) override {
        const int value = judge_->evaluate(position).value() + error_of(position.key());
        return Score(std::clamp(value, -Score::max_evaluation, Score::max_evaluation));
    }
    void clear() override { judge_->clear(); }

  private:
    // Two dice, as it were.
    [[nodiscard]] int error_of(Key key) const {
        SplitMix dice(key ^ seed_);
        const auto faces = static_cast<std::uint64_t>(largest_error_) + 1;
        return static_cast<int>(multiply_high(dice.next(), faces)) -
               static_cast<int>(multiply_high(dice.next(), faces));
    }

    std::unique_ptr<ErasedEvaluator> judge_;
    int largest_error_;
    std::uint64_t seed_;
};

}  // namespace rookery
