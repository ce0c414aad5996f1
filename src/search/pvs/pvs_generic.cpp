// The search compiled for any evaluator, by a virtual call, with any parameters.
#include "search/pvs/pvs_searcher.h"
#include "search/pvs/thread_pool.h"

namespace rookery::pvs {

std::unique_ptr<Searcher> generic(EvaluatorMaker evaluator, const TunableParameters& params) {
    auto make = [evaluator = std::move(evaluator)] { return AnyEvaluator(evaluator()); };
    return std::make_unique<ThreadPool<AnyEvaluator, TunableParameters, decltype(make)>>(
        std::move(make), params);
}

}  // namespace rookery::pvs
