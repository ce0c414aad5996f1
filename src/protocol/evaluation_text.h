// The explanation of an evaluation as text.
#pragma once

#include "chess/position.h"
#include "eval/classical/report.h"
#include "eval/nnue/report.h"

#include <string>

namespace rookery {

struct EvalView {
    bool terms = false;  // every term, not only the groups
};

// A table of the groups, the board with what each piece is worth, and the value. Ends with a
// newline.
[[nodiscard]] std::string draw_evaluation(const Position& position,
                                          const classical::EvaluationReport& report,
                                          const EvalView& view);

// The board with what each piece is worth to the network, what it would say with more or fewer
// pieces, and the value.
[[nodiscard]] std::string draw_evaluation(const Position& position, const nnue::Report& report);

}  // namespace rookery
