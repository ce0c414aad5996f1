// One run of `rookery tune wdl`.
#pragma once

#include <string>
#include <vector>

namespace rookery {

// Returns the exit code.
[[nodiscard]] int run_wdl(const std::vector<std::string>& files);

}  // namespace rookery
