// Evaluators that fit on a page: men counted, and men counted where they stand. The textbook
// searchers use them, and experiments measure against them what more knowledge is worth.
#pragma once

#include "eval/evaluator.h"

namespace rookery {

// 1, 3, 3, 5 and 9 pawns.
class MaterialEvaluator {
  public:
    [[nodiscard]] Score evaluate(const Position& position);
    void clear() {}
};

// Men counted, and in won endings the way to the mate: the enemy king driven from the centre, our own near
// it, the more the fewer pieces the enemy has left.
class MopUpEvaluator {
  public:
    [[nodiscard]] Score evaluate(const Position& position);
    void clear() {}
};

// The engine's values of the men and of their squares, from middlegame to endgame.
class PieceSquareEvaluator {
  public:
    [[nodiscard]] Score evaluate(const Position& position);
    void clear() {}
};

static_assert(Evaluator<MaterialEvaluator> && Evaluator<MopUpEvaluator> && Evaluator<PieceSquareEvaluator>);

}  // namespace rookery
