// The search compiled for the network (NNUE) with its default parameters.
#include "search/pvs/pvs_searcher.h"
#include "search/pvs/thread_pool.h"

namespace rookery::pvs {

std::unique_ptr<Searcher> with_network(EvaluatorMaker evaluator) {
    auto make = unwrapped<NnueEvaluator>(std::move(evaluator));
    return std::make_unique<ThreadPool<NnueEvaluator, DefaultParameters, decltype(make)>>(
        std::move(make));
}

}  // namespace rookery::pvs
