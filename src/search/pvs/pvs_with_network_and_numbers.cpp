#include "search/pvs/pvs_searcher.h"
#include "search/pvs/thread_pool.h"

namespace rookery::pvs {

std::unique_ptr<Searcher> with_network(EvaluatorMaker evaluator, const TunableParameters& params) {
    auto make = unwrapped<NetworkEvaluator>(std::move(evaluator));
    return std::make_unique<ThreadPool<NetworkEvaluator, TunableParameters, decltype(make)>>(
        std::move(make), params);
}

}  // namespace rookery::pvs
