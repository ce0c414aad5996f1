#include "search/pvs/pvs_forms.h"
#include "search/pvs/team.h"

namespace rookery::pvs {

std::unique_ptr<Searcher> with_network(EvaluatorMaker evaluator, const ChosenNumbers& numbers) {
    auto make = unwrapped<NetworkEvaluator>(std::move(evaluator));
    return std::make_unique<Team<NetworkEvaluator, ChosenNumbers, decltype(make)>>(std::move(make), numbers);
}

}  // namespace rookery::pvs
