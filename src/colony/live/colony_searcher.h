// A colony as one more searcher: an engine that searches itself, and whom all workers help.
//
// They search the same root, each with its own table, and share what took long to find out. Whoever
// comes, goes or dies meanwhile only changes how much help there is; with nobody there it plays
// exactly like the engine. What others say is a hint and no more: the move that comes out is looked
// at once more before it is played, by a search that has not heard them.
#pragma once

#include "colony/live/connector.h"
#include "colony/trust/verifier.h"
#include "search/limits.h"
#include "search/searcher.h"

#include <functional>
#include <memory>
#include <optional>

namespace rookery::colony {

struct ColonySearchSettings {
    std::optional<std::uint64_t> nodes_per_second{};  // of our own part
};

// Makes the engine that does our own part of the work, and another like it for second opinions.
using EngineMaker = std::function<std::unique_ptr<Searcher>()>;

[[nodiscard]] std::unique_ptr<Searcher>
make_colony_searcher(std::unique_ptr<Connector> connector, const EngineMaker& make,
                     const ColonySearchSettings& settings = {});

// A row of the table of searchers. It enters the colony in the background, from its first search
// on.
[[nodiscard]] std::unique_ptr<Searcher> make_colony(const SearcherSetup& setup);
[[nodiscard]] std::span<const SearcherSetting> colony_settings();

// How much of a search is kept back to look at its move once more.

// The limits of the search itself, with a little less of everything.
[[nodiscard]] Limits without_reserve(const Limits& limits, Limits::Instant now);

struct SearchEnd {
    Limits::Instant began;
    Limits::Instant now;
    bool was_told_to_stop = false;  // somebody waits
};
// What is left for the second opinion after a search within `limits`, which must be kept.
[[nodiscard]] VerificationBudget reserve_of(const Limits& limits, const SearchEnd& end);

}  // namespace rookery::colony
