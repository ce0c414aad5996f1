// The search compiled for the network (NNUE) with any parameters.
#include "search/pvs/pvs_searcher.h"
#include "search/pvs/thread_pool.h"

namespace rookery::pvs {

std::unique_ptr<Searcher> with_network(EvaluatorMaker evaluator, const TunableParameters& params) {
    auto make = unwrapped<NnueEvaluator>(std::move(evaluator));
    return std::make_unique<ThreadPool<NnueEvaluator, TunableParameters, decltype(make)>>(
        std::move(make), params);
}

}  // namespace rookery::pvs
