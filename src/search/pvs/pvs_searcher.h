// The engine that plays for its life: principal variation search with everything the field has
// learned, on one thread or several.
#pragma once

#include "search/searcher.h"

#include <memory>

namespace rookery {

// With the classical evaluation.
[[nodiscard]] std::unique_ptr<Searcher> make_classical_pvs();

}  // namespace rookery
