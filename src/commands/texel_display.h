// What `rookery tune texel` says while it runs and at its end.
#pragma once

#include "base/stopwatch.h"
#include "tune/texel.h"

namespace rookery {

void print_data(const tune::TexelData& data);
void print_start(const tune::TexelTuner& tuner, const tune::TexelSettings& settings);
void print_epoch(const tune::EpochReport& report, const tune::TexelSettings& settings,
                 double seconds, double seconds_left);
void print_changes(const classical::Weights& before, const classical::Weights& after,
                   const tune::Occurrences& occurrences, std::size_t most);

}  // namespace rookery
