#include "lab/convergence.h"
#include "lab/node_growth.h"
#include "lab/thread_gain.h"
#include "lab/traps.h"

#include "chess/movegen.h"
#include "search/mcts/mcts_searcher.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery::lab {
namespace {

using arena::ResultTable;

NodeGrowth growth_of_start(int depth, std::uint64_t most_nodes = 1'000'000) {
    return measure_growth(growth_positions().front(), {.depth = depth, .most_nodes = most_nodes});
}

TEST(NodeGrowth, TheFewestLeavesOfATree) {
    EXPECT_EQ(fewest_leaves(20, 1), 20);
    EXPECT_EQ(fewest_leaves(20, 2), 20 + 20 - 1);
    EXPECT_EQ(fewest_leaves(20, 3), 400 + 20 - 1);
    EXPECT_EQ(fewest_leaves(2, 4), 4 + 4 - 1);
    EXPECT_EQ(fewest_leaves(1, 7), 1);
    EXPECT_EQ(fewest_nodes(20, 1), 20);
    EXPECT_EQ(fewest_nodes(20, 2), 20 + 39);
    EXPECT_EQ(fewest_nodes(20, 3), 20 + 39 + 419);
}

TEST(NodeGrowth, StartPosition) {
    const NodeGrowth growth = growth_of_start(3);
    ASSERT_EQ(growth.rows.size(), 3U);
    const GrowthRow& third = growth.rows[2];
    EXPECT_EQ(third.depth, 3);
    EXPECT_EQ(third.lines, 8902U);
    EXPECT_EQ(third[Method::Minimax]->nodes, 9322U);
    EXPECT_EQ(third[Method::AlphaBeta]->nodes, 585U);
    EXPECT_EQ(third[Method::Sorted]->nodes, 585U);
    EXPECT_EQ(third[Method::WithoutTable]->nodes, 612U);
    EXPECT_EQ(third[Method::WithTable]->nodes, 612U);
    EXPECT_FALSE(third[Method::Minimax]->is_counted);
    EXPECT_NEAR(third.legal_moves(), 20.72, 0.01);
    EXPECT_NEAR(*growth.branching(Method::Minimax, 3), 9322.0 / 420, 1e-9);
    EXPECT_FALSE(growth.branching(Method::Minimax, 1));
    EXPECT_FALSE(growth.branching(Method::Minimax, 4));
}

// All lines up to a depth are what minimax makes, so it need not be run to know its nodes.
TEST(NodeGrowth, CountingSaysWhatMinimaxWouldMake) {
    const NodeGrowth searched = growth_of_start(3);
    const NodeGrowth counted = growth_of_start(3, 1000);
    ASSERT_TRUE(counted.rows[2][Method::Minimax]);
    EXPECT_TRUE(counted.rows[2][Method::Minimax]->is_counted);
    EXPECT_EQ(counted.rows[2][Method::Minimax]->nodes, searched.rows[2][Method::Minimax]->nodes);
}

TEST(NodeGrowth, WhatIsTooMuchStaysEmpty) {
    const NodeGrowth growth = measure_growth(growth_positions().front(),
                                             {.depth = 3, .most_nodes = 100, .most_counted = 5000});
    ASSERT_EQ(growth.rows.size(), 3U);
    EXPECT_TRUE(growth.rows[1][Method::AlphaBeta]);
    EXPECT_FALSE(growth.rows[2][Method::AlphaBeta]);
    EXPECT_FALSE(growth.rows[2][Method::Minimax]);
    EXPECT_EQ(growth.rows[2].lines, 0U);
}

TEST(NodeGrowth, TheTableSavesWhereMovesTranspose) {
    const NamedPosition pawns = growth_positions().back();
    const NodeGrowth growth = measure_growth(pawns, {.depth = 6});
    const GrowthRow& last = growth.rows.back();
    EXPECT_LT(last[Method::WithTable]->nodes, last[Method::WithoutTable]->nodes / 2);
}

TEST(NodeGrowth, StoppedItKeepsWholeRows) {
    std::stop_source source;
    source.request_stop();
    EXPECT_TRUE(measure_growth(growth_positions().front(), {}, source.get_token()).rows.empty());
}

TEST(ThreadGain, MedianOfSome) {
    EXPECT_EQ(median_of({3, 1, 2}).median, 2);
    EXPECT_EQ(median_of({4, 1, 2, 3}).median, 2.5);
    EXPECT_EQ(median_of({3, 1, 2}).lowest, 1);
    EXPECT_EQ(median_of({3, 1, 2}).highest, 3);
    EXPECT_EQ(median_of({}).median, 0);
}

TEST(ThreadGain, OneThreadIsAsFastAsItself) {
    const auto rows =
        measure_threads(growth_positions(), {.depth = 2, .most_threads = 2, .turns = 3});
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].gain.lowest, 1);
    EXPECT_EQ(rows[0].gain.highest, 1);
    EXPECT_EQ(rows[0].million_nodes.lowest, rows[0].million_nodes.highest);
    EXPECT_EQ(rows[1].threads, 2U);
    EXPECT_GT(rows[1].seconds.lowest, 0);
}

constexpr SearcherEntry mcts{"mcts", "", make_mcts, {}, mcts_settings};

TEST(Convergence, PointsDoubleAndSeedsAgreeWithThemselves) {
    const ConvergencePlan plan{.first = 50, .last = 200, .seeds = 3};
    const NamedPosition start = convergence_positions().front();
    const Convergence once = measure_convergence(start, mcts, plan);
    ASSERT_EQ(once.points.size(), 3U);
    EXPECT_EQ(once.points[2].rounds, 200U);
    EXPECT_EQ(once.seeds, 3);
    for (const ConvergencePoint& point : once.points) {
        EXPECT_LE(point.lowest, point.mean);
        EXPECT_LE(point.mean, point.highest);
        EXPECT_TRUE(start.position.is_legal(point.favourite));
        EXPECT_GE(point.seeds_for_it, 1);
    }
    const Convergence again = measure_convergence(start, mcts, plan);
    EXPECT_EQ(again.points[2].mean, once.points[2].mean);
    EXPECT_EQ(again.points[2].favourite, once.points[2].favourite);
}

class LastTree final : public SearchListener {
  public:
    void on_tree(const TreeReport& report) override { win_rate = report.moves.front().win_rate; }
    double win_rate = 0;
};

// A tree that grows in steps is the tree that grows at once.
TEST(Convergence, StepsAreOneSearch) {
    const NamedPosition start = convergence_positions().front();
    const Convergence steps =
        measure_convergence(start, mcts, {.first = 100, .last = 400, .seeds = 1});
    const auto searcher = make_mcts({.seed = 1});
    Limits limits;
    limits.nodes = 400;
    LastTree witness;
    static_cast<void>(searcher->search(Root(start.position), limits, {}, witness));
    EXPECT_DOUBLE_EQ(steps.points.back().mean, witness.win_rate);
}

TEST(Convergence, AProvenMateIsCertain) {
    const NamedPosition mate{"mate", test::position_of("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1")};
    const Convergence convergence =
        measure_convergence(mate, mcts, {.first = 400, .last = 800, .seeds = 2});
    ASSERT_EQ(convergence.points.size(), 2U);
    EXPECT_EQ(convergence.points[1].lowest, 1);
    EXPECT_EQ(convergence.points[1].seeds_for_it, 2);
    EXPECT_EQ(convergence.points[1].favourite, Move(Square::E1, Square::E8));
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(GrowthTables, NodesSayWhatWasCountedAndWhatIsMissing) {
    const NodeGrowth growth =
        measure_growth(growth_positions().front(), {.depth = 3, .most_nodes = 590});
    const std::string text = text_of(nodes_table(growth));
    EXPECT_TRUE(has(text, "start, 20 moves: rnbqkbnr/"));
    EXPECT_TRUE(has(text, " 9,322 ")) << text;
    EXPECT_TRUE(has(text, " 585 ")) << text;
    EXPECT_TRUE(has(text, "counted by perft, not searched, at depth 3")) << text;
    const ResultTable table = nodes_table(growth);
    const auto without_table = table.rows[2][4];
    EXPECT_TRUE(std::holds_alternative<std::monostate>(without_table));
    EXPECT_EQ(branching_table(growth).rows.size(), 2u);
    EXPECT_TRUE(has(nodes_chart(growth), "start: nodes by depth"));
}

TEST(GrowthTables, TrapsTellTheirLimitAndHowSureTheyAre) {
    ResultTable table = traps_table({});
    table.rows = {
        trap_row({&mcts, {{"solver", 1}}, 1000, {}, 1}, {.asked = 100, .fell = 50, .traps = 100}),
        trap_row({&mcts, {}, {}, 4, 1}, {.asked = 1, .fell = 0, .traps = 1})};
    const std::string text = text_of(table);
    EXPECT_TRUE(has(text, "mcts, solver=1  1,000 nodes    50  100  50.0 (40.4 to 59.6)")) << text;
    EXPECT_TRUE(has(text, "depth 4")) << text;
}

TEST(GrowthTables, ConvergenceNamesTheFavourite) {
    Convergence convergence{convergence_positions().front(), "mcts", 1, {}};
    convergence.points.push_back({100, 0.5, 0.5, 0.5, 0, Move(Square::G1, Square::F3), 1});
    EXPECT_TRUE(has(text_of(convergence_table(convergence)), "mcts on start, 1 seed"));
    EXPECT_TRUE(has(text_of(convergence_table(convergence)), "Nf3"));
    EXPECT_TRUE(has(convergence_chart({convergence}), "mcts, start"));
}

}  // namespace
}  // namespace rookery::lab
