// The engine that plays for its life: principal variation search with everything the field has
// learned, on one thread or several.
#pragma once

#include "eval/classical/classical_evaluator.h"
#include "eval/nnue/nnue_evaluator.h"
#include "search/pvs/parameters.h"
#include "search/searcher.h"

#include <memory>

namespace rookery {

// Without an evaluator: with the program's own network. The search is compiled for that and for the
// classical evaluation; any other costs it a virtual call for every position.
[[nodiscard]] std::unique_ptr<Searcher> make_pvs(const SearcherSetup& setup);
[[nodiscard]] inline std::unique_ptr<Searcher> make_own_pvs() { return make_pvs({}); }
[[nodiscard]] std::span<const SearcherSetting> pvs_settings();

}  // namespace rookery

namespace rookery::pvs {

// The forms in which the search is compiled, each in a file of its own, so that they are compiled
// side by side.

// Takes what the maker makes, which is of that kind, out of its wrapping.
template <class Kind>
[[nodiscard]] auto unwrapped(EvaluatorMaker make) {
    return
        [make = std::move(make)] { return std::move(static_cast<Erased<Kind>&>(*make())).take(); };
}

// Their evaluators must be of the kind that is named.
[[nodiscard]] std::unique_ptr<Searcher> with_network(EvaluatorMaker evaluator);
[[nodiscard]] std::unique_ptr<Searcher> with_network(EvaluatorMaker evaluator,
                                                     const TunableParameters& params);
[[nodiscard]] std::unique_ptr<Searcher> with_classical(EvaluatorMaker evaluator);
[[nodiscard]] std::unique_ptr<Searcher> with_any(EvaluatorMaker evaluator,
                                                 const TunableParameters& params);

}  // namespace rookery::pvs
