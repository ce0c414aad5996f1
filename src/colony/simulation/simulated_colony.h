// A colony on one machine and by its own clock, so that what many workers gain can be measured in games.
//
// Every worker is a whole engine with a table of its own. Time is what their nodes would take at a fixed speed, and
// messages take a latency. Nothing depends on the machine: the same search comes out every time.
#pragma once

#include "search/searcher.h"

#include <memory>
#include <span>

namespace rookery::colony {

[[nodiscard]] std::unique_ptr<Searcher> make_simulated_colony(const SearcherSetup& setup);
[[nodiscard]] std::span<const SearcherSetting> simulated_colony_settings();

}  // namespace rookery::colony
