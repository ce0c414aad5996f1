// The time an evaluation takes with some groups of terms, so that each group's share can be seen.
#pragma once

#include "eval/classical/groups.h"
#include "lab/progress.h"
#include "lab/thread_gain.h"

#include <span>
#include <stop_token>
#include <vector>

namespace rookery::lab {

struct CostPlan {
    int turns = 25;
    int passes = 10;  // over the positions, in each turn
};

// Nanoseconds of the processor a position. What a set costs less than the first is measured side by side with it, for
// moments differ more than sets do.
struct Cost {
    Middle time;
    Middle saved;
};

// All sets take turns over the same positions of random games. Pawn structures are remembered from one turn to
// the next, as a search would mostly find them. Stopped early, it counts the turns that were complete.
[[nodiscard]] std::vector<Cost> measure_costs(std::span<const classical::Groups> sets, const CostPlan& plan,
                                              const std::stop_token& stop = {}, const Progress& progress = {});

}  // namespace rookery::lab
