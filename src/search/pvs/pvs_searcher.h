// The engine that plays for its life: principal variation search with everything the field has
// learned, on one thread or several.
#pragma once

#include "search/searcher.h"

#include <memory>

namespace rookery {

// Without an evaluator: with the program's own network. The search is compiled for that and for the classical
// evaluation; any other costs it a virtual call for every position.
[[nodiscard]] std::unique_ptr<Searcher> make_pvs(const SearcherSetup& setup);
[[nodiscard]] inline std::unique_ptr<Searcher> make_own_pvs() { return make_pvs({}); }
[[nodiscard]] std::span<const SearcherSetting> pvs_settings();

}  // namespace rookery
