// The one table of evaluators: whatever says what a position is worth is listed here.
#pragma once

#include "eval/evaluator.h"

namespace rookery {

[[nodiscard]] EvaluatorTable all_evaluators();

}  // namespace rookery
