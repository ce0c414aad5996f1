// The search compiled for the classical evaluation.
#include "search/pvs/pvs_searcher.h"
#include "search/pvs/thread_pool.h"

namespace rookery::pvs {

std::unique_ptr<Searcher> with_classical(EvaluatorMaker evaluator, const Parameters& parameters) {
    return make_searcher(unwrapped<ClassicalEvaluator>(std::move(evaluator)), parameters);
}

}  // namespace rookery::pvs
