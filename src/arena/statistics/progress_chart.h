// The course of a match as charts.
#pragma once

#include "arena/statistics/chart.h"
#include "arena/statistics/elo.h"
#include "arena/statistics/sprt_settings.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rookery::arena {

// Where a match stood after some number of games.
struct ProgressPoint {
    std::uint64_t games = 0;
    Bounded elo;
    double llr = 0;
};

// The log-likelihood ratio between its bounds.
[[nodiscard]] Chart llr_chart(std::string title, const std::vector<ProgressPoint>& progress,
                              const SprtSettings& settings);

// Elo with its 95 % interval. The axis fits what came after the first tenth of the games, when the
// interval has shrunk to something worth looking at.
[[nodiscard]] Chart elo_chart(std::string title, const std::vector<ProgressPoint>& progress);

}  // namespace rookery::arena
