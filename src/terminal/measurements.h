// Perft and the speed test as a user sees them: run with progress, and their results as text.
#pragma once

#include "chess/perft.h"
#include "search/bench.h"

#include <string>

namespace rookery {

// "37 %, 1234.5 million nodes, 231.0 million/s, 12 s left".
[[nodiscard]] std::string progress_text(const PerftProgress& progress, double seconds);

// A line for each first move, sorted by name, and an empty line; empty if there are no moves.
[[nodiscard]] std::string perft_moves_text(const Position& position, const PerftResult& result,
                                           bool chess960 = false);

// Nodes, time and speed, and whether the count was stopped.
[[nodiscard]] std::string perft_totals_text(const PerftResult& result, double seconds);

// Counts, shows progress, and ends early at Ctrl-C. `options.stop` is not used.
struct PerftOutcome {
    PerftResult result;
    double seconds = 0;
};
[[nodiscard]] PerftOutcome run_perft_shown(const Position& position, const PerftOptions& options);

// Measures the nodes a second of one thread and of all on the positions of bench that have many
// pieces. Shows progress, and ends early at Ctrl-C.
[[nodiscard]] SpeedTestResult run_speedtest_shown(const SearcherEntry& searcher,
                                                  const Resources& resources, double seconds);
[[nodiscard]] std::string speedtest_text(const SpeedTestResult& result);
[[nodiscard]] std::string speedtest_json(const SpeedTestResult& result);

}  // namespace rookery
