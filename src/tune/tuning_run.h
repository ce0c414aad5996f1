// One run of `rookery tune sequential`, `genetic`, `anneal`, `spsa` or `judge`.
#pragma once

#include "tune/trial_run.h"
#include "tune/tuning_plan.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace rookery::tune {

// A trial such as will be played.
struct TrialSample {
    TrialGames games;
    Trial trial;
};
// Makes the executor of one stage.
using TrialExecutorMaker = std::function<Result<std::unique_ptr<TrialExecutor>, std::string>(
    const std::string& stage, const TrialGames& games)>;
// Finds what makes the executors, given a sample of each kind of trial; if null, the games are
// played on this machine.
using TrialExecutorFinder =
    std::function<Result<TrialExecutorMaker, std::string>(const std::vector<TrialSample>& samples)>;

// Returns the exit code.
[[nodiscard]] int run_tuning(const TuningSettings& settings, SearcherTable searchers,
                             const TrialExecutorFinder& find_executor = {});

}  // namespace rookery::tune
