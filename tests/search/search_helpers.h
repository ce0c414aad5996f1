// A listener that checks the reports of a search.
#pragma once

#include "chess/movegen.h"
#include "search/searcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace rookery::test {

// Keeps the last report, and checks every one: its moves are legal, and a mate line ends in mate.
class LineWitness final : public SearchListener {
  public:
    explicit LineWitness(const Root& root) : root_(root) {}

    void on_line(const LineReport& report) override {
        Position position = root_.position;
        for (const Move move : report.moves) {
            ASSERT_TRUE(position.is_legal(move)) << "in a line of depth " << report.depth;
            position.make(move);
        }
        if (report.score.is_mate() && report.line == 1 &&
            report.bound == LineReport::Bound::Exact) {
            EXPECT_EQ(static_cast<int>(report.moves.size()), std::abs(report.score.mate_plies()));
            EXPECT_TRUE(position.in_check() && !has_legal_move(position));
        }
        last = report;
        most_lines = std::max(most_lines, report.line);
    }

    LineReport last;
    int most_lines = 0;

  private:
    const Root& root_;
};

}  // namespace rookery::test
