#include "search/pvs/pvs_forms.h"
#include "search/pvs/team.h"

namespace rookery::pvs {

std::unique_ptr<Searcher> with_classical(EvaluatorMaker evaluator) {
    auto make = unwrapped<ClassicalEvaluator>(std::move(evaluator));
    return std::make_unique<Team<ClassicalEvaluator, StandardNumbers, decltype(make)>>(std::move(make));
}

}  // namespace rookery::pvs
