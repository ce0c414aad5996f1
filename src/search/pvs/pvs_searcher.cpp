#include "search/pvs/pvs_searcher.h"

#include "eval/classical/classical_evaluator.h"
#include "search/pvs/team.h"

namespace rookery {

std::unique_ptr<Searcher> make_classical_pvs() {
    auto make = [] { return ClassicalEvaluator(); };
    return std::make_unique<pvs::Team<ClassicalEvaluator, pvs::StandardNumbers, decltype(make)>>(make);
}

}  // namespace rookery
