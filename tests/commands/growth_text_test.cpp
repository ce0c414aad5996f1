#include "commands/growth_text.h"

#include "search/mcts/mcts_searcher.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using namespace lab;

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(GrowthText, NumbersInGroupsOfThree) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1000), "1,000");
    EXPECT_EQ(grouped(12'345'678), "12,345,678");
}

TEST(GrowthText, NodesSayWhatWasCountedAndWhatIsMissing) {
    const NodeGrowth growth = measure_growth(growth_positions().front(), {.depth = 3, .most_nodes = 590});
    const std::string text = nodes_text(growth);
    EXPECT_TRUE(has(text, "start, 20 moves: rnbqkbnr/"));
    EXPECT_TRUE(has(text, " 9,322*")) << text;
    EXPECT_TRUE(has(text, " 585 ")) << text;
    EXPECT_TRUE(has(text, " - ")) << text;
    EXPECT_TRUE(has(text, "counted by perft"));
    EXPECT_TRUE(has(nodes_chart(growth), "start: nodes by depth"));
}

TEST(GrowthText, TrapsTellTheirLimitAndHowSureTheyAre) {
    constexpr SearcherEntry mcts{"mcts", "", make_mcts, {}, mcts_settings};
    const TrapPlayer with_solver{&mcts, {{"solver", 1}}, 1000, {}, 1};
    const std::string by_nodes = trap_row_text(with_solver, {.asked = 100, .fell = 50, .traps = 100});
    EXPECT_TRUE(has(by_nodes, "mcts, solver=1")) << by_nodes;
    EXPECT_TRUE(has(by_nodes, "1,000 nodes")) << by_nodes;
    EXPECT_TRUE(has(by_nodes, "50 of 100")) << by_nodes;
    EXPECT_TRUE(has(by_nodes, "40.4 to 59.6 %")) << by_nodes;
    EXPECT_TRUE(has(trap_row_text({&mcts, {}, {}, 4, 1}, {.asked = 1, .fell = 0, .traps = 1}), "depth 4"));
}

TEST(GrowthText, SettlingNamesTheFavourite) {
    Settling settling{settling_positions().front(), "mcts", 1, {}};
    settling.points.push_back({100, 0.5, 0.5, 0.5, 0, Move(Square::G1, Square::F3), 1});
    EXPECT_TRUE(has(settling_text(settling), "mcts on start, 1 seed"));
    EXPECT_TRUE(has(settling_text(settling), "Nf3"));
    EXPECT_TRUE(has(settling_chart({settling}), "mcts, start"));
}

}  // namespace
}  // namespace rookery
