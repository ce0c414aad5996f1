// The table of all searchers.
#pragma once

#include "search/searcher.h"

namespace rookery {

[[nodiscard]] SearcherTable all_searchers();

// The searchers to choose from: without the experiments, which are the last of the table.
[[nodiscard]] constexpr SearcherTable without_experiments(SearcherTable table) {
    while (!table.empty() && table.back().experiment) table = table.first(table.size() - 1);
    return table;
}

}  // namespace rookery
