// The explanation of an evaluation as text and as JSON.
#pragma once

#include "chess/position.h"
#include "eval/classical/report.h"
#include "eval/nnue/report.h"

#include <string>

namespace rookery {

struct EvalView {
    bool terms = false;  // every term, not only the groups
};

// A table of the groups, the board with the value of each piece, and the total. Ends with a
// newline.
[[nodiscard]] std::string draw_evaluation(const Position& position,
                                          const classical::EvaluationReport& report,
                                          const EvalView& view);

// The board with the value of each piece to the network, the value of each output bucket, and the
// total.
[[nodiscard]] std::string draw_evaluation(const Position& position, const nnue::Report& report);

// Both as JSON, with every term; values in units of the evaluation. Ends with a newline.
[[nodiscard]] std::string evaluation_json(const Position& position,
                                          const classical::EvaluationReport& report,
                                          const nnue::Report& by_network);

}  // namespace rookery
