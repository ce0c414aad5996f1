// The engine that plays for its life: principal variation search with everything the field has
// learned, on one thread or several.
#pragma once

#include "search/searcher.h"

#include <memory>

namespace rookery {

// With the classical evaluation, compiled into the search.
[[nodiscard]] std::unique_ptr<Searcher> make_classical_pvs();

// With any evaluator, at the price of a virtual call for every position.
[[nodiscard]] std::unique_ptr<Searcher> make_pvs(EvaluatorMaker evaluator);

}  // namespace rookery
