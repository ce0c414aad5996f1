#include "commands/growth_run.h"

#include "search/mcts/mcts_searcher.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using namespace lab;

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
    constexpr SearcherEntry mcts{"mcts", "", make_mcts, {}, mcts_settings};
    ResultTable table = traps_table({});
    table.rows = {
        trap_row({&mcts, {{"solver", 1}}, 1000, {}, 1}, {.asked = 100, .fell = 50, .traps = 100}),
        trap_row({&mcts, {}, {}, 4, 1}, {.asked = 1, .fell = 0, .traps = 1})};
    const std::string text = text_of(table);
    EXPECT_TRUE(has(text, "mcts, solver=1  1,000 nodes    50  100  50.0 (40.4 to 59.6)")) << text;
    EXPECT_TRUE(has(text, "depth 4")) << text;
}

TEST(GrowthTables, SettlingNamesTheFavourite) {
    Convergence settling{settling_positions().front(), "mcts", 1, {}};
    settling.points.push_back({100, 0.5, 0.5, 0.5, 0, Move(Square::G1, Square::F3), 1});
    EXPECT_TRUE(has(text_of(settling_table(settling)), "mcts on start, 1 seed"));
    EXPECT_TRUE(has(text_of(settling_table(settling)), "Nf3"));
    EXPECT_TRUE(has(settling_chart({settling}), "mcts, start"));
}

}  // namespace
}  // namespace rookery
