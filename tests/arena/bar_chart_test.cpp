#include "arena/statistics/chart.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rookery::arena {
namespace {

std::size_t count_of(const std::string& text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

BarChart two_bars() {
    return {.title = "Speeds",
            .mark_name = "theirs",
            .panels = {{"search", 1, {{"a <b>", 5, 4, 6, 10}, {"c", 10}}}}};
}

TEST(BarChart, BarsAreAsLongAsTheirValues) {
    const std::string svg = svg_of(two_bars());
    // The largest value takes all the room there is: 800 - 150 - 90.
    EXPECT_NE(svg.find("width=\"560.0\""), std::string::npos);
    EXPECT_NE(svg.find("width=\"280.0\""), std::string::npos);
    EXPECT_NE(svg.find(">5.0</text>"), std::string::npos);
    EXPECT_NE(svg.find(">10.0</text>"), std::string::npos);
    EXPECT_NE(svg.find("a &lt;b&gt;"), std::string::npos);
}

TEST(BarChart, MarksAndSpreadsWhereThereAreAny) {
    const std::string svg = svg_of(two_bars());
    EXPECT_EQ(count_of(svg, "stroke=\"#D55E00\""), 2U);  // in the legend, and one bar's
    EXPECT_EQ(count_of(svg, "class=\"ink\""), 1U);
    BarChart chart = two_bars();
    chart.mark_name.clear();
    chart.panels[0].bars[0] = {"a", 5};
    const std::string plain = svg_of(chart);
    EXPECT_EQ(count_of(plain, "stroke=\"#D55E00\""), 0U);
    EXPECT_EQ(count_of(plain, "class=\"ink\""), 0U);
}

TEST(BarChart, LossesGoToTheLeft) {
    const BarPanel panel{"Elo", 0, {{"a", -30, -40, -20}, {"b", 20, 10, 30}}, true};
    const std::string svg = svg_of({.title = "", .panels = {panel}});
    // From -40 to 30 in 560 points: eight each, and nought is 320 from the left end at 150.
    EXPECT_NE(svg.find("<rect x=\"230.0\" y=\"100.0\" width=\"240.0\""), std::string::npos) << svg;
    EXPECT_NE(svg.find("<rect x=\"470.0\" y=\"125.0\" width=\"160.0\""), std::string::npos) << svg;
    EXPECT_NE(svg.find(">-30</text>"), std::string::npos);
    EXPECT_NE(svg.find(">+20</text>"), std::string::npos);
}

TEST(BarChart, WhatIsInfiniteEndsAtTheEdge) {
    const double infinity = std::numeric_limits<double>::infinity();
    const BarPanel panel{"Elo", 0, {{"a", -infinity, -infinity, -20}, {"b", 20, -20, 40}}, true};
    const std::string svg = svg_of({.title = "", .panels = {panel}});
    EXPECT_NE(svg.find("<rect x=\"150.0\""), std::string::npos) << svg;
    EXPECT_NE(svg.find(">-inf</text>"), std::string::npos) << svg;
    EXPECT_EQ(count_of(svg, "inf"), 1U) << svg;
}

TEST(BarChart, LongNamesGetMoreRoom) {
    const BarPanel panel{"", 0, {{std::string(30, 'x'), 10}}};
    EXPECT_NE(svg_of({.title = "", .panels = {panel}}).find("<rect x=\"241.0\""),
              std::string::npos);
}

TEST(BarChart, NothingToDraw) {
    EXPECT_TRUE(svg_of(BarChart{}).ends_with("</svg>\n"));
    const BarPanel none{"none", 0, {{"a", no_value}, {"b", 0}}};
    const std::string svg = svg_of({.title = "", .panels = {{"empty", 0, {}}, none}});
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
}

}  // namespace
}  // namespace rookery::arena
