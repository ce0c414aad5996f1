// The search compiled for any evaluator, which it calls virtually.
#include "search/pvs/pvs_searcher.h"
#include "search/pvs/thread_pool.h"

namespace rookery::pvs {

std::unique_ptr<Searcher> generic(EvaluatorMaker evaluator, const Parameters& parameters) {
    return make_searcher([make = std::move(evaluator)] { return AnyEvaluator(make()); },
                         parameters);
}

}  // namespace rookery::pvs
