// APHID by its own clock, to be compared with a colony whose members share what they find (simulated_colony.h).
//
// The coordinator's passes cost nothing but the time that messages take; every member is a worker. So it does at least as
// well here as it would on as many machines.
#pragma once

#include "search/searcher.h"

#include <memory>
#include <span>

namespace rookery::colony {

[[nodiscard]] std::unique_ptr<Searcher> make_simulated_aphid(const SearcherSetup& setup);
[[nodiscard]] std::span<const SearcherSetting> simulated_aphid_settings();

}  // namespace rookery::colony
