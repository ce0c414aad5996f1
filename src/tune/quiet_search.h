// Quiescence search for tuning: whether a position is quiet, and which quiet position follows.
#pragma once

#include "eval/classical/classical_evaluator.h"

namespace rookery::tune {

struct QuietLine {
    int static_value;  // both in the view of the side to move
    int value;
    Position end;  // the quiet position at the end of the line
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
