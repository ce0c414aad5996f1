// `lab traps`: looks for traps in files of self-play games.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rookery {

struct TrapSearchArguments {
    std::vector<std::string> files;
    std::string output;  // empty: standard output
    std::size_t most = 64;
    std::size_t one_in = 1;  // of the games, so that traps come from all over the files
};

// Returns the exit code.
[[nodiscard]] int run_trap_search(const TrapSearchArguments& arguments);

}  // namespace rookery
