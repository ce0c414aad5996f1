// The search compiled for the classical evaluation with its default parameters.
#include "search/pvs/pvs_searcher.h"
#include "search/pvs/thread_pool.h"

namespace rookery::pvs {

std::unique_ptr<Searcher> with_classical(EvaluatorMaker evaluator) {
    auto make = unwrapped<ClassicalEvaluator>(std::move(evaluator));
    return std::make_unique<ThreadPool<ClassicalEvaluator, DefaultParameters, decltype(make)>>(
        std::move(make));
}

}  // namespace rookery::pvs
