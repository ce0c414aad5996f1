// What a searcher thought, in a line or two for a person who watches.
#pragma once

#include "search/searcher.h"

#include <string>
#include <string_view>
#include <vector>

namespace rookery {

// Keeps the last thing a search said of its best line and of its tree, and what else whoever watches should know.
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

// "depth 12, +0.35, 1.2M nodes, 1.5M/s: Nf3 d5 d4"; for a tree "3,214 playouts, 1.1k/s" and its moves by visits.
[[nodiscard]] std::string describe(const Thinking& thinking, const Position& position, std::size_t width);

// The same of a line alone.
[[nodiscard]] std::string describe(const LineReport& line, const Position& position);

// The moves a tree knows most about, as a table: visits and how many were won. No line is wider than 40 columns.
[[nodiscard]] std::vector<std::string> tree_table(const TreeReport& tree, const Position& position);

// "Nf3 d5 d4", as far as they are legal.
[[nodiscard]] std::string in_san(const std::vector<Move>& moves, const Position& position);

// "1.2M/s".
[[nodiscard]] std::string per_second(std::uint64_t count, std::chrono::milliseconds elapsed);

// "+0.35" from the side to move, "mate in 3", "mated in 2".
[[nodiscard]] std::string describe(Score score, const Position& position);

}  // namespace rookery
