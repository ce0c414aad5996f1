// The search compiled for the network (NNUE).
#include "search/pvs/pvs_searcher.h"
#include "search/pvs/thread_pool.h"

namespace rookery::pvs {

std::unique_ptr<Searcher> with_network(EvaluatorMaker evaluator, const Parameters& parameters) {
    return make_searcher(unwrapped<NnueEvaluator>(std::move(evaluator)), parameters);
}

}  // namespace rookery::pvs
