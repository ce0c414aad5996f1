// Runs a test suite from the command line: shown while it runs, and its result printed.
#pragma once

#include "arena/game/time_control.h"
#include "search/searcher.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace rookery::arena {

struct SuiteRequest {
    std::string file;
    std::vector<std::string> players;  // as on the command line
    TimeControl limits;                // for each position
    std::optional<int> enough_depths;  // ends a search whose solution has held for so many depths
    std::optional<std::size_t> hash_mib;
    std::optional<std::size_t> threads;
    std::size_t concurrency = 1;
    std::optional<std::size_t> first;  // only so many positions
    std::string ids;                   // only positions with this in their id
    bool quiet = false;                // prints the totals alone
    bool json = false;
};

// Returns the exit code; prints errors on stderr.
[[nodiscard]] int run_suite(const SuiteRequest& request, SearcherTable searchers);

}  // namespace rookery::arena
