// Trying out a player, step by step.
#pragma once

#include "search/searcher.h"

#include <string>

namespace rookery {

// Prints each step as it succeeds; returns the exit code.
[[nodiscard]] int test_engine(const std::string& player, SearcherTable searchers);

}  // namespace rookery
