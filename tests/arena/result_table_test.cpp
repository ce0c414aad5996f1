#include "arena/statistics/result_table.h"

#include "store/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace rookery::arena {
namespace {

ResultTable speeds() {
    ResultTable table{.title = "Speeds", .key = "speeds"};
    table.columns = {{"board", "board"}, {"speed", "speed", 1}, {"Elo", "elo", 0, true}};
    table.rows = {{"0x88", Measured{12.345, 12.0, 12.7}, Measured{3.2}},
                  {"10×12, \"mailbox\"", Measured{7.0, 6.5, 7.25}, Measured{-0.3}},
                  {"none", {}, Measured{-std::numeric_limits<double>::infinity()}}};
    table.notes = {"First.", "Second."};
    return table;
}

TEST(ResultTable, TextStandsInColumns) {
    EXPECT_EQ(text_of(speeds()), "Speeds\n"
                                 "\n"
                                 "board                           speed   Elo\n"
                                 "0x88              12.3 (12.0 to 12.7)    +3\n"
                                 "10×12, \"mailbox\"     7.0 (6.5 to 7.3)    +0\n"
                                 "none                                   -inf\n"
                                 "\n"
                                 "First.\n"
                                 "Second.\n");
}

TEST(ResultTable, LargeNumbersInGroupsOfThree) {
    EXPECT_EQ(arena::grouped(0), "0");
    EXPECT_EQ(arena::grouped(999), "999");
    EXPECT_EQ(arena::grouped(1000), "1,000");
    EXPECT_EQ(arena::grouped(12'345'678), "12,345,678");
    const ResultTable table{.columns = {{.name = "n", .key = "n", .grouped = true}},
                            .rows = {{Measured{1234567}}}};
    EXPECT_EQ(text_of(table), "        n\n1,234,567\n");
}

TEST(ResultTable, CsvHasEveryDigitAndTheRanges) {
    const std::vector<ResultTable> one = {speeds()};
    EXPECT_EQ(csv_of(one), "board,speed,speed_low,speed_high,elo\n"
                           "0x88,12.345,12,12.7,3.2\n"
                           "\"10×12, \"\"mailbox\"\"\",7,6.5,7.25,-0.3\n"
                           "none,,,,\n");
}

TEST(ResultTable, SeveralTablesInOneCsvAreToldApart) {
    ResultTable other{.title = "Other",
                      .key = "other",
                      .columns = {{"x", "x"}},
                      .rows = {{Measured{1}}},
                      .notes = {}};
    const std::vector<ResultTable> two = {speeds(), other};
    EXPECT_TRUE(csv_of(two).starts_with("# Speeds\nboard,"));
    EXPECT_TRUE(csv_of(two).ends_with("\n\n# Other\nx\n1\n"));
}

TEST(ResultTable, JsonHoldsValuesAndRanges) {
    const std::vector<ResultTable> one = {speeds()};
    const auto json = Json::parse(json_of(one));
    const auto& rows = json.at("speeds").at("rows");
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0].at("board"), "0x88");
    EXPECT_DOUBLE_EQ(rows[0].at("speed").at("low").get<double>(), 12.0);
    EXPECT_DOUBLE_EQ(rows[0].at("elo").get<double>(), 3.2);
    EXPECT_TRUE(rows[2].at("speed").is_null());
    EXPECT_TRUE(rows[2].at("elo").is_null());
    EXPECT_EQ(json.at("speeds").at("notes").size(), 2u);
}

ResultTable elo_of_levels() {
    ResultTable table{.title = "Levels (400 games each)", .key = "levels"};
    table.columns = {{"level", "level"}, {"nodes", "nodes"}, {"Elo", "elo", 0, true}};
    table.rows = {{Measured{1}, Measured{100}, Cell()},
                  {Measured{2}, Measured{200}, Measured{-12.4, -20, 5}},
                  {std::string("three"), Measured{300}, Measured{40}}};
    return table;
}

TEST(ResultTableChart, ColumnsWithRangesAreDrawn) {
    const ResultTable tables[] = {elo_of_levels()};
    const BarChart chart = bars_of("All levels", tables);
    EXPECT_EQ(chart.title, "All levels");
    ASSERT_EQ(chart.panels.size(), 1u);
    const BarPanel& panel = chart.panels[0];
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

TEST(ResultTableChart, OfSeveralTablesEachPanelNamesItsOwn) {
    const ResultTable tables[] = {elo_of_levels(), elo_of_levels()};
    const BarChart chart = bars_of("", tables);
    ASSERT_EQ(chart.panels.size(), 2u);
    EXPECT_EQ(chart.panels[1].title, "Levels: Elo");
}

}  // namespace
}  // namespace rookery::arena
