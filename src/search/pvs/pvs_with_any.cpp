// A file of its own, so that the two searches are compiled side by side.
#include "search/pvs/pvs_searcher.h"
#include "search/pvs/team.h"

namespace rookery {

std::unique_ptr<Searcher> make_pvs(EvaluatorMaker evaluator) {
    auto make = [evaluator = std::move(evaluator)] { return AnyEvaluator(evaluator()); };
    return std::make_unique<pvs::Team<AnyEvaluator, decltype(make)>>(std::move(make));
}

}  // namespace rookery
