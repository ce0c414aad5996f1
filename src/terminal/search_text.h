// Results of a search as text: scores, lines, and the moves of a tree.
#pragma once

#include "chess/position.h"
#include "notation/san.h"
#include "search/searcher.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

// With a capital letter, and a full stop if nothing else ends it.
[[nodiscard]] std::string sentence(std::string text);

// The same for what is wrong with a file, whose name keeps its first letter.
[[nodiscard]] std::string sentence_about(std::string_view file, std::string text);

// The moves in SAN, sorted by name.
[[nodiscard]] std::vector<std::string> san_names(const Position& position,
                                                 const std::vector<Move>& moves);

// Why a typed move cannot be made, as a sentence.
[[nodiscard]] std::string describe(const SanError& error, const Position& position,
                                   std::string_view typed);

// "Nf3 d5 d4": a line of moves in SAN, as far as they are legal.
[[nodiscard]] std::string in_san(const std::vector<Move>& moves, const Position& position);

// "1.2M/s".
[[nodiscard]] std::string per_second(std::uint64_t count, std::chrono::milliseconds elapsed);

// "+0.35" for the side to move, "mate in 3", "mated in 2".
[[nodiscard]] std::string describe(Score score, const Position& position);

// "depth 12, +0.35, 1.2M nodes, 1.5M/s: Nf3 d5 d4".
[[nodiscard]] std::string describe(const LineReport& line, const Position& position);

// The most visited moves of a tree as a table: visits and the share of wins. No line is wider than
// 40 columns.
[[nodiscard]] std::vector<std::string> tree_table(const TreeReport& tree, const Position& position);

// Keeps the last report of the best line and of the tree, and all notices.
class Thinking final : public SearchListener {
  public:
    void on_line(const LineReport& report) override {
        if (report.line == 1 && report.bound == LineReport::Bound::Exact) line = report;
    }
    void on_tree(const TreeReport& report) override { tree = report; }
    void on_notice(std::string_view text) override { notices.emplace_back(text); }

    LineReport line;
    TreeReport tree;
    std::vector<std::string> notices;
};

// The line, and before it the tree: "3.21k playouts, 1.1k/s" with its moves by visits.
[[nodiscard]] std::string describe(const Thinking& thinking, const Position& position,
                                   std::size_t width);

}  // namespace rookery
