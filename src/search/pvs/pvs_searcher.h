// The engine that plays for its life: principal variation search with everything the field has
// learned, on one thread or several.
#pragma once

#include "search/searcher.h"

#include <memory>

namespace rookery {

// With the classical evaluation, compiled into the search.
[[nodiscard]] std::unique_ptr<Searcher> make_classical_pvs();

// With any evaluator, at the price of a virtual call for every position, and with other numbers than
// the engine's; without an evaluator, the classical one.
[[nodiscard]] std::unique_ptr<Searcher> make_pvs(EvaluatorMaker evaluator, const SettingValues& values = {});
[[nodiscard]] std::span<const SearcherSetting> pvs_settings();

// The first of the two, unless what is asked for takes the second.
[[nodiscard]] inline std::unique_ptr<Searcher> make_pvs(const SearcherSetup& setup) {
    if (!setup.evaluator && setup.settings.empty()) return make_classical_pvs();
    return make_pvs(setup.evaluator, setup.settings);
}

}  // namespace rookery
