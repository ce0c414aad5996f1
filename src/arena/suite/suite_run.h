// Runs a test suite from the command line: shown while it runs, and its result as text or JSON.
#pragma once

#include "arena/game/time_control.h"
#include "arena/suite/suite.h"
#include "arena/suite/suite_runner.h"
#include "search/searcher.h"
#include "ui/screen.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace rookery::arena {

struct SuiteRequest {
    std::string file;
    std::vector<std::string> players;  // as on the command line
    TimeControl limits;                // for each position
    std::optional<int> enough_depths;  // ends a search whose solution has held for so many depths
    std::optional<std::size_t> hash_mib;
    std::optional<std::size_t> threads;
    std::size_t concurrency = 1;
    std::optional<std::size_t> first;  // only so many positions
    std::string ids;                   // only positions with this in their id
    bool quiet = false;                // prints the totals alone
    bool json = false;
};

// Returns the exit code; prints errors on stderr.
[[nodiscard]] int run_suite(const SuiteRequest& request, SearcherTable searchers);

// The parts of the output as texts; these print nothing.

struct SuiteReport {
    const Suite& suite;
    const SuiteAnswers& answers;
    std::vector<std::string> players;  // names
    std::vector<std::string> specs;    // as they were asked for
    TimeControl limits;
    double seconds = 0;  // all of it took
    bool complete = true;

    [[nodiscard]] std::vector<SuiteSums> sums() const {
        return sums_of(suite.positions, answers, players.size());
    }
};

[[nodiscard]] std::string json_report(const SuiteReport& report);

// The title of the display, with the players and the positions.
struct SuiteTitle {
    std::string text;
    std::vector<std::string> players;
    const std::vector<SuitePosition>& positions;
};

// The block that is shown on a terminal; no line is wider, none contains escape sequences.
[[nodiscard]] std::vector<std::string> suite_block(const SuiteProgress& now,
                                                   const SuiteTitle& title, const Style& style,
                                                   std::size_t width);
// Without a terminal: "37 of 300: stockfish 35 solved, glaurung 30 solved, 2 min 5 s left".
[[nodiscard]] std::string suite_standing_line(const SuiteProgress& now, const SuiteTitle& title);
// "WAC.007: glaurung: crashed: ended by signal 11".
[[nodiscard]] std::string suite_trouble_line(const SuiteTrouble& trouble, const SuiteTitle& title);

// A line for each position, the players side by side: right or wrong, the move, time and nodes to
// the solution. Positions without an answer are left out.
[[nodiscard]] std::vector<std::string> suite_table(const SuiteReport& report, const Style& style);
// A line for each player.
[[nodiscard]] std::vector<std::string> suite_totals(const SuiteReport& report);
// The positions each player missed, with the solution and the answer; empty if there are none.
[[nodiscard]] std::vector<std::string> suite_misses(const SuiteReport& report);

}  // namespace rookery::arena
