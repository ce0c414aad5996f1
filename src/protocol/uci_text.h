// The output of the UCI protocol. Every function gives whole lines with their ends.
#pragma once

#include "chess/perft.h"
#include "chess/position.h"
#include "engine/options.h"
#include "search/bench.h"
#include "search/searcher.h"

#include <string>
#include <string_view>

namespace rookery::uci {

// A line for the user. Unprintable characters are replaced.
[[nodiscard]] std::string info_string(std::string_view text);

// The `option name ...` lines.
[[nodiscard]] std::string option_lines(const OptionTable& options);

// "cp 31" or "mate 2". The material of the position decides what a value is in centipawns.
[[nodiscard]] std::string score_text(Score score, const Position& root);
[[nodiscard]] std::string info_line(const Position& root, const LineReport& report, bool chess960,
                                    bool show_wdl = false);
[[nodiscard]] std::string current_move_line(const Position& root, int depth, Move move, int number,
                                            bool chess960);
[[nodiscard]] std::string best_move_line(const Position& root, const SearchResult& result,
                                         bool chess960);

// The counts of `go perft`, or that it was stopped.
[[nodiscard]] std::string perft_lines(const Position& root, const PerftResult& result,
                                      bool chess960);

[[nodiscard]] std::string bench_line(const BenchResult& result);

// The answer to `d`: diagram, FEN, key, checkers.
[[nodiscard]] std::string describe(const Position& position, bool chess960);

// How the program was compiled.
[[nodiscard]] std::string compiler_lines();

[[nodiscard]] std::string_view help_lines();

}  // namespace rookery::uci
