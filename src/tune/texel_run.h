// One run of `rookery tune texel`.
#pragma once

#include "tune/texel.h"

#include <optional>
#include <string>
#include <vector>

namespace rookery::tune {

struct TexelRunSettings {
    std::vector<std::string> files;
    std::string start;  // a file of weights; empty: the engine's own
    std::string output;
    bool write = false;  // over the weights in the source
    std::string checkpoint;
    bool resume = false;
    std::optional<double> pawn;  // rescale so that it is worth this
    std::size_t report = 0;      // changes to list
    LoadSettings load;
    TexelSettings texel;
};

// Returns the exit code.
[[nodiscard]] int run_texel(const TexelRunSettings& settings);

}  // namespace rookery::tune
