// One run of `rookery tune texel`.
#pragma once

#include "tune/texel.h"

#include <string>
#include <vector>

namespace rookery {

struct TexelArguments {
    std::vector<std::string> files;
    std::string start;  // a file of weights; the engine's own if empty
    std::string output;
    bool write = false;
    std::string checkpoint;
    bool resume = false;
    std::optional<double> pawn;  // rescale so that it is worth this
    std::size_t report = 0;      // changes to list
    tune::LoadSettings load;
    tune::TexelSettings texel;
};

// Returns the exit code.
[[nodiscard]] int run_texel(const TexelArguments& arguments);

}  // namespace rookery
