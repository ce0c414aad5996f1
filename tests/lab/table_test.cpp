#include "lab/result_table.h"

#include <nlohmann/json.hpp>

#include <limits>

namespace rookery::lab {
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
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1000), "1,000");
    EXPECT_EQ(grouped(12'345'678), "12,345,678");
    const ResultTable table{.columns = {{.name = "n", .key = "n", .grouped = true}},
                            .rows = {{Measured{1234567}}}};
    EXPECT_EQ(text_of(table), "        n\n1,234,567\n");
}

TEST(ResultTable, MarkdownIsATable) {
    EXPECT_EQ(markdown_of(speeds()), "| board | speed | Elo |\n"
                                     "|---|---:|---:|\n"
                                     "| 0x88 | 12.3 (12.0 to 12.7) | +3 |\n"
                                     "| 10×12, \"mailbox\" | 7.0 (6.5 to 7.3) | +0 |\n"
                                     "| none |  | -inf |\n");
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
    const auto json = nlohmann::json::parse(json_of(one));
    const auto& rows = json.at("speeds").at("rows");
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0].at("board"), "0x88");
    EXPECT_DOUBLE_EQ(rows[0].at("speed").at("low"), 12.0);
    EXPECT_DOUBLE_EQ(rows[0].at("elo"), 3.2);
    EXPECT_TRUE(rows[2].at("speed").is_null());
    EXPECT_TRUE(rows[2].at("elo").is_null());
    EXPECT_EQ(json.at("speeds").at("notes").size(), 2u);
}

}  // namespace
}  // namespace rookery::lab
