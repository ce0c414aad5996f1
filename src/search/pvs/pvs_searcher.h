// The searcher `pvs`, with which the engine plays: principal variation search on one or more
// threads.
//
// The search is a template over its evaluator, compiled in three forms, each in a file of its own
// so that they are compiled side by side: pvs_network, pvs_classical, pvs_generic.
#pragma once

#include "eval/classical/classical_evaluator.h"
#include "eval/nnue/nnue_evaluator.h"
#include "search/pvs/parameters.h"
#include "search/searcher.h"

#include <memory>

namespace rookery {

// The default evaluator is the network. The search is compiled for it and for the classical
// evaluation; any other evaluator costs a virtual call for every position.
[[nodiscard]] std::unique_ptr<Searcher> make_pvs(const SearcherSetup& setup);
[[nodiscard]] inline std::unique_ptr<Searcher> make_own_pvs() { return make_pvs({}); }
[[nodiscard]] std::span<const SearcherSetting> pvs_settings();

}  // namespace rookery

namespace rookery::pvs {

// Makes evaluators of the known kind, without the virtual calls of an ErasedEvaluator.
template <class Kind>
[[nodiscard]] auto unwrapped(EvaluatorMaker make) {
    return
        [make = std::move(make)] { return std::move(static_cast<Erased<Kind>&>(*make())).take(); };
}

// Evaluators must be of the kind that is named. The generic form makes 13 % fewer nodes per second
// with the network than the one compiled for it.
[[nodiscard]] std::unique_ptr<Searcher> with_network(EvaluatorMaker evaluator,
                                                     const Parameters& parameters);
[[nodiscard]] std::unique_ptr<Searcher> with_classical(EvaluatorMaker evaluator,
                                                       const Parameters& parameters);
[[nodiscard]] std::unique_ptr<Searcher> generic(EvaluatorMaker evaluator,
                                                const Parameters& parameters);

}  // namespace rookery::pvs
