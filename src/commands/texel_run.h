// One run of `rookery tune texel`.
#pragma once

#include "base/measure.h"
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

// What `rookery tune texel` says while it runs and at its end.

void print_data(const tune::TexelData& data);
void print_start(const tune::TexelTuner& tuner, const tune::TexelSettings& settings);
void print_epoch(const tune::EpochReport& report, const tune::TexelSettings& settings,
                 double seconds, double seconds_left);
void print_changes(const classical::Weights& before, const classical::Weights& after,
                   const tune::Occurrences& occurrences, std::size_t most);

}  // namespace rookery
