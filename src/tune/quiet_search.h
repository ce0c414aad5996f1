// Captures and promotions to their end: whether a position is quiet, and what it becomes.
#pragma once

#include "eval/classical/classical_evaluator.h"

namespace rookery::tune {

struct QuietLine {
    int static_value;  // both in the view of the side to move
    int value;
    Position end;  // where the line comes to rest
};

// Belongs to one thread.
class QuietSearch {
  public:
    explicit QuietSearch(const classical::Weights& weights) : evaluator_(weights) {}

    // The side to move must not be in check.
    [[nodiscard]] QuietLine search(const Position& position);

  private:
    struct Found {
        int value;
        Position end;
    };
    [[nodiscard]] Found search(const Position& position, int alpha, int beta, int depth);

    WeightedEvaluator evaluator_;
};

}  // namespace rookery::tune
