// Registering programs as engines and trying them out. The functions print what they do, errors on
// stderr, and return exit codes.
#pragma once

#include "search/searcher.h"

#include <string>
#include <vector>

namespace rookery::arena {

struct NewEngine {
    std::string name;
    std::string program;  // a path or a name
    std::vector<std::string> arguments;
    std::vector<std::string> options;  // like "Hash=64"
    std::string protocol = "uci";
    std::string folder;  // to start it in; empty: the present one
};

[[nodiscard]] int register_engine(const NewEngine& wanted, SearcherTable searchers);
[[nodiscard]] int remove_engine(const std::string& name);
// Also lists our own searchers.
[[nodiscard]] int list_engines(SearcherTable searchers);
// Starts any player and plays a few moves; prints each step as it succeeds.
[[nodiscard]] int check_engine(const std::string& player, SearcherTable searchers);

}  // namespace rookery::arena
