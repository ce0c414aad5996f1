#include "search/pvs/pvs_forms.h"
#include "search/pvs/team.h"

namespace rookery::pvs {

std::unique_ptr<Searcher> with_any(EvaluatorMaker evaluator, const ChosenNumbers& numbers) {
    auto make = [evaluator = std::move(evaluator)] { return AnyEvaluator(evaluator()); };
    return std::make_unique<Team<AnyEvaluator, ChosenNumbers, decltype(make)>>(std::move(make), numbers);
}

}  // namespace rookery::pvs
