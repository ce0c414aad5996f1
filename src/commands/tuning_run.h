// One run of `rookery tune sequential`, `genetic`, `anneal`, `spsa` or `judge`.
#pragma once

#include "commands/tuning_arguments.h"

namespace rookery {

// Returns the exit code.
[[nodiscard]] int run_tuning(const TuningArguments& arguments, SearcherTable searchers);

}  // namespace rookery
