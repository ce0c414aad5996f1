// How another program is started.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace rookery::arena {

struct ChildSetup {
    std::string program;  // a path, or a name to look for on PATH
    std::vector<std::string> arguments;
    std::string folder;           // to start it in; empty: where we are
    std::optional<int> niceness;  // added to ours
    std::vector<int> processors;  // to keep it on; empty: any
};

}  // namespace rookery::arena
