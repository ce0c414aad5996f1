// A count of positions as text: while it runs, and when it is done.
#pragma once

#include "chess/perft.h"

#include <string>

namespace rookery {

// "37 %, 1234.5 million nodes, 231.0 million/s, 12 s left".
[[nodiscard]] std::string progress_text(const PerftProgress& progress, double seconds);

// A line for each first move, in the order of their names, and an empty one; nothing if there are
// none.
[[nodiscard]] std::string perft_moves_text(const Position& position, const PerftResult& result,
                                           bool chess960 = false);

// Nodes, time and speed, and whether they are all.
[[nodiscard]] std::string perft_totals_text(const PerftResult& result, double seconds);

}  // namespace rookery
