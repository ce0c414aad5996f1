#include "lab/result_table.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rookery::lab {
namespace {

ResultTable elo_of_levels() {
    ResultTable table{.title = "Levels (400 games each)", .key = "levels"};
    table.columns = {{"level", "level"}, {"nodes", "nodes"}, {"Elo", "elo", 0, true}};
    table.rows = {{Measured{1}, Measured{100}, Cell()},
                  {Measured{2}, Measured{200}, Measured{-12.4, -20, 5}},
                  {std::string("three"), Measured{300}, Measured{40}}};
    return table;
}

TEST(TableChart, ColumnsWithRangesAreDrawn) {
    const ResultTable tables[] = {elo_of_levels()};
    const arena::BarChart chart = bars_of("All levels", tables);
    EXPECT_EQ(chart.title, "All levels");
    ASSERT_EQ(chart.panels.size(), 1u);
    const arena::BarPanel& panel = chart.panels[0];
    EXPECT_EQ(panel.title, "Elo");
    EXPECT_TRUE(panel.signs);
    ASSERT_EQ(panel.bars.size(), 2u) << "a row without a number has no bar";
    EXPECT_EQ(panel.bars[0].name, "2");
    EXPECT_EQ(panel.bars[0].value, -12.4);
    EXPECT_EQ(panel.bars[0].low, -20);
    EXPECT_EQ(panel.bars[0].high, 5);
    EXPECT_EQ(panel.bars[1].name, "three");
    EXPECT_TRUE(std::isnan(panel.bars[1].low));
}

TEST(TableChart, OfSeveralTablesEachPanelNamesItsOwn) {
    const ResultTable tables[] = {elo_of_levels(), elo_of_levels()};
    const arena::BarChart chart = bars_of("", tables);
    ASSERT_EQ(chart.panels.size(), 2u);
    EXPECT_EQ(chart.panels[1].title, "Levels: Elo");
}

}  // namespace
}  // namespace rookery::lab
