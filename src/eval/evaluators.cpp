#include "eval/evaluators.h"

#include "eval/classical/classical_evaluator.h"
#include "eval/nnue/nnue_evaluator.h"
#include "eval/simple_evaluators.h"

namespace rookery {
namespace {

template <Evaluator Kind>
std::unique_ptr<ErasedEvaluator> create() {
    return std::make_unique<Erased<Kind>>();
}

constexpr EvaluatorEntry table[] = {
    {"material", "material: 1, 3, 3, 5, 9", create<MaterialEvaluator>},
    {"mop-up", "material, and kings driven to the edge in endgames", create<MopUpEvaluator>},
    {"piece-square", "material and piece-square tables", create<PieceSquareEvaluator>},
    {"classical", "all that is known about chess by hand", create<ClassicalEvaluator>},
    {"network", "a small neural network that learned from our own games", create<NnueEvaluator>},
};

}  // namespace

EvaluatorTable all_evaluators() { return table; }

}  // namespace rookery
