// The forms in which the search is compiled, each in a file of its own, so that they are compiled side by side.
#pragma once

#include "eval/classical/classical_evaluator.h"
#include "eval/network/network_evaluator.h"
#include "search/pvs/parameters.h"
#include "search/searcher.h"

#include <memory>

namespace rookery::pvs {

// Takes what the maker makes, which is of that kind, out of its wrapping.
template <class Kind>
[[nodiscard]] auto unwrapped(EvaluatorMaker make) {
    return [make = std::move(make)] { return std::move(static_cast<Erased<Kind>&>(*make())).take(); };
}

// Their evaluators must be of the kind that is named.
[[nodiscard]] std::unique_ptr<Searcher> with_network(EvaluatorMaker evaluator);
[[nodiscard]] std::unique_ptr<Searcher> with_network(EvaluatorMaker evaluator, const ChosenNumbers& numbers);
[[nodiscard]] std::unique_ptr<Searcher> with_classical(EvaluatorMaker evaluator);
[[nodiscard]] std::unique_ptr<Searcher> with_any(EvaluatorMaker evaluator, const ChosenNumbers& numbers);

}  // namespace rookery::pvs
