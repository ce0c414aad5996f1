// A colony as one more searcher: an engine that searches itself, and whom all workers help.
//
// They search the same root, each with its own table, and share what took long to find out. Whoever comes, goes or
// dies meanwhile only changes how much help there is; with nobody there it plays exactly like the engine.
#pragma once

#include "colony/live/coordinator_link.h"
#include "search/searcher.h"

#include <memory>

namespace rookery::colony {

struct ColonySearchSettings {
    int share_depth = 4;
    std::optional<std::uint64_t> nodes_per_second{};  // of our own part
};

// `own` does our own part of the work.
[[nodiscard]] std::unique_ptr<Searcher> make_colony_searcher(std::shared_ptr<CoordinatorLink> link,
                                                             std::unique_ptr<Searcher> own,
                                                             const ColonySearchSettings& settings = {});

}  // namespace rookery::colony
