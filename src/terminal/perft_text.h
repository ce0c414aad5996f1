// Perft as text: progress, counts of the first moves, and totals.
#pragma once

#include "chess/perft.h"

#include <string>

namespace rookery {

// "37 %, 1234.5 million nodes, 231.0 million/s, 12 s left".
[[nodiscard]] std::string progress_text(const PerftProgress& progress, double seconds);

// A line for each first move, sorted by name, and an empty line; empty if there are no moves.
[[nodiscard]] std::string perft_moves_text(const Position& position, const PerftResult& result,
                                           bool chess960 = false);

// Nodes, time and speed, and whether the count was stopped.
[[nodiscard]] std::string perft_totals_text(const PerftResult& result, double seconds);

}  // namespace rookery
