// The table of all evaluators.
#pragma once

#include "eval/evaluator.h"

namespace rookery {

[[nodiscard]] EvaluatorTable all_evaluators();

}  // namespace rookery
