// A colony as one more searcher: an engine that searches itself, and whom all workers help.
//
// They search the same root, each with its own table, and share what took long to find out. Whoever comes, goes or
// dies meanwhile only changes how much help there is; with nobody there it plays exactly like the engine. What others
// say is a hint and no more: the move that comes out is looked at once more before it is played, by a search that has
// not heard them.
#pragma once

#include "colony/live/entrance.h"
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

[[nodiscard]] std::unique_ptr<Searcher> make_colony_searcher(std::unique_ptr<Entrance> entrance,
                                                             const EngineMaker& make,
                                                             const ColonySearchSettings& settings = {});

// A row of the table of searchers. It enters the colony in the background, from its first search on.
[[nodiscard]] std::unique_ptr<Searcher> make_colony(const SearcherSetup& setup);
[[nodiscard]] std::span<const SearcherSetting> colony_settings();

}  // namespace rookery::colony
