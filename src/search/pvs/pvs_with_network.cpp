#include "search/pvs/pvs_forms.h"
#include "search/pvs/team.h"

namespace rookery::pvs {

std::unique_ptr<Searcher> with_network(EvaluatorMaker evaluator) {
    auto make = unwrapped<NetworkEvaluator>(std::move(evaluator));
    return std::make_unique<Team<NetworkEvaluator, StandardNumbers, decltype(make)>>(std::move(make));
}

}  // namespace rookery::pvs
