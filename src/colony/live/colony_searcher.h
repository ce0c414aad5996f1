// A colony as one more searcher: an engine that searches itself and is helped by all workers.
//
// They search the same root, each with its own table, and share entries that took long to find.
// Workers that come, go or die during a search only change how much help there is; without workers
// it plays exactly like the engine. Shared entries are hints: before its move is played, a short
// search that has not seen them checks it.
#pragma once

#include "colony/live/coordinator_link.h"
#include "colony/trust/verifier.h"
#include "search/limits.h"
#include "search/searcher.h"

#include <functional>
#include <memory>
#include <optional>

namespace rookery::colony {

using EngineMaker = std::function<std::unique_ptr<Searcher>()>;

// `make` is called twice: for the engine that does the coordinator's own part, which is limited to
// so many nodes a second, and for the one that gives second opinions.
[[nodiscard]] std::unique_ptr<Searcher>
make_colony_searcher(std::unique_ptr<Connector> connector, const EngineMaker& make,
                     std::optional<std::uint64_t> nodes_per_second = {});

// For the table of searchers. It connects to the colony in the background, from its first search
// on.
[[nodiscard]] std::unique_ptr<Searcher> make_colony(const SearcherSetup& setup);
[[nodiscard]] std::span<const SearcherSetting> colony_settings();

// The limits of the search itself: a little is kept back for the second opinion.
[[nodiscard]] Limits without_reserve(const Limits& limits, Limits::Instant now);

struct SearchEnd {
    Limits::Instant began;
    Limits::Instant now;
    bool was_told_to_stop = false;  // from outside: the answer is due
};
// The rest for the second opinion after a search within `limits`, which must be kept.
[[nodiscard]] VerificationBudget reserve_of(const Limits& limits, const SearchEnd& end);

}  // namespace rookery::colony
