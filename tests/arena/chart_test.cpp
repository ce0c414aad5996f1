#include "arena/statistics/chart.h"

#include "arena/svg_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string_view>

namespace rookery::arena {
namespace {

using test::count_of;
using test::well_formed;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Chart, TicksAreRoundNumbers) {
    EXPECT_EQ(nice_ticks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    EXPECT_EQ(nice_ticks(-3.1, 3.1, 6), (std::vector<double>{-2, 0, 2}));
    EXPECT_EQ(nice_ticks(0, 5230, 8), (std::vector<double>{0, 1000, 2000, 3000, 4000, 5000}));
    EXPECT_EQ(nice_ticks(3, 3, 5), std::vector<double>{});
    EXPECT_EQ(nice_ticks(0, infinity, 5), std::vector<double>{});
    EXPECT_EQ(nice_ticks(5, 1, 5), std::vector<double>{});
}

TEST(Chart, WhatIsCountedHasNoHalves) {
    Chart chart;
    chart.series = {{"depth", {{4, 10}, {5, 20}, {8, 15}}}};
    EXPECT_EQ(svg_of(chart).find(">4.5<"), std::string::npos);
    EXPECT_NE(svg_of(chart).find(">5<"), std::string::npos);
    chart.series[0].points[1].x = 4.25;
    EXPECT_NE(svg_of(chart).find(">4.5<"), std::string::npos);
}

RC_GTEST_PROP(Chart, TicksLieWithinAndAreNotTooMany, ()) {
    const double low = *rc::gen::inRange(-1000000, 1000000) / 1000.0;
    const double high = low + *rc::gen::inRange(1, 1000000) / 1000.0;
    const int wanted = *rc::gen::inRange(2, 12);
    const std::vector<double> ticks = nice_ticks(low, high, wanted);
    const double slack = (high - low) * 1e-6;
    for (double tick : ticks) RC_ASSERT(tick >= low - slack && tick <= high + slack);
    RC_ASSERT(ticks.size() <= static_cast<std::size_t>(wanted) + 1);
    RC_ASSERT(!ticks.empty() || wanted < 3);
}

TEST(Chart, ShowsWhatItIsGiven) {
    Chart chart;
    chart.title = "A < B & \"C\"";
    chart.x_label = "games";
    chart.series = {{"one", {{0, 0}, {10000, 5}}}, {"two", {{0, 5}, {10000, 0}}}};
    chart.bands = {{"band", {{0, -1, 1}, {10000, 4, 6}}, 0}};
    chart.levels = {{2.5, "level"}};
    const std::string svg = svg_of(chart);
    EXPECT_TRUE(well_formed(svg)) << svg;
    EXPECT_NE(svg.find("A &lt; B &amp; &quot;C&quot;"), std::string::npos);
    for (const char* text : {">one<", ">two<", ">band<", ">level<", ">games<", ">10,000<"})
        EXPECT_NE(svg.find(text), std::string::npos) << text;
    EXPECT_EQ(svg.find("<script"), std::string::npos);
    EXPECT_EQ(svg, svg_of(chart));
}

// Names that do not fit go to another row, and the plot begins below it.
TEST(Chart, ALongLegendHasSeveralRows) {
    Chart chart;
    for (int i = 0; i < 12; ++i)
        chart.series.push_back({"a rather long name " + std::to_string(i), {{0, 0}, {1, 1}}});
    chart.series[1].twin_of = 0;
    const std::string svg = svg_of(chart);
    EXPECT_TRUE(well_formed(svg)) << svg;
    EXPECT_EQ(count_of(svg, " 49h22"), 3U);
    EXPECT_EQ(count_of(svg, " 109h22"), 3U);
    EXPECT_EQ(svg.find(" 129h22"), std::string::npos);
    EXPECT_NE(svg.find("y=\"126.0\""), std::string::npos);  // the plot
    // A twin has the colour of the other series: it stands in both lines and both legend entries.
    EXPECT_EQ(count_of(svg, "#0072B2"), 2U + 2U + 2U);  // the eighth begins the palette again
    EXPECT_EQ(count_of(svg, "stroke-dasharray=\"2 6\""), 2U);
    chart.height = 0;
    EXPECT_TRUE(well_formed(svg_of(chart)));
}

TEST(Chart, NothingAndOddNumbersAreDrawnAnyway) {
    EXPECT_TRUE(well_formed(svg_of(Chart{})));
    Chart chart;
    chart.series = {{"odd", {{1, 1}, {2, infinity}, {3, std::nan("")}, {4, -infinity}, {5, 1}}}};
    chart.bands = {{"", {{1, -infinity, infinity}, {2, 0, std::nan("")}, {5, 0, 2}}, 3}};
    chart.levels = {{infinity, "far"}};
    chart.title = std::string("bad\0\x01", 5);
    const std::string svg = svg_of(chart);
    EXPECT_TRUE(well_formed(svg)) << svg;
    // Two points with a gap between: two strokes, no line.
    const std::size_t width = svg.find("stroke-width=\"2\"");
    const std::size_t line = svg.rfind('\n', width);
    const std::string path = svg.substr(line, width - line);
    EXPECT_EQ(count_of(path, "M"), 2u);
    EXPECT_EQ(count_of(path, "L"), 0u);
    chart.series = {{"point", {{7, 7}}}};
    chart.width = -5;
    EXPECT_TRUE(well_formed(svg_of(chart)));
    chart.series = {{"huge", {{-1e308, -1e308}, {1e308, 1e308}}}};
    EXPECT_TRUE(well_formed(svg_of(chart)));
}

TEST(Chart, ManyPointsAreThinnedButKeepTheirPeaks) {
    Chart chart;
    chart.series = {{"long", {}}};
    for (int i = 0; i < 200000; ++i)
        chart.series[0].points.push_back({static_cast<double>(i), i == 77777 ? 50.0 : 0.0});
    chart.y_low = 0;
    chart.y_high = 50;
    const std::string svg = svg_of(chart);
    EXPECT_LT(svg.size(), 100000u);
    EXPECT_NE(svg.find(" 66.0L"), std::string::npos);  // the peak touches the upper edge
}

// Powers of ten have equal distances, and values that are not positive are left out.
TEST(Chart, LogarithmicAxes) {
    Chart chart;
    chart.log_x = chart.log_y = true;
    chart.series = {{"steep", {{1, 10}, {10, 1000}, {100, 100'000}}},
                    {"nowhere", {{0, 1}, {10, 0}, {10, -5}}}};
    const std::string svg = svg_of(chart);
    EXPECT_TRUE(well_formed(svg));
    for (const char* tick : {">1<", ">10<", ">100<", ">1,000<", ">10,000<", ">100,000<"})
        EXPECT_NE(svg.find(tick), std::string::npos) << tick;
    chart.series[0].points.push_back({1e12, 1e-7});
    for (const char* tick : {">10¹²<", ">10⁻⁷<", ">0.001<"})
        EXPECT_NE(svg_of(chart).find(tick), std::string::npos) << tick;
    // Its three points are on a straight line: the one in the middle is half-way.
    double x[3] = {};
    double y[3] = {};
    const std::size_t line = svg.find("stroke-linejoin");
    const std::size_t path = svg.rfind("d=\"M", line);
    ASSERT_EQ(std::sscanf(svg.c_str() + path, "d=\"M%lf %lfL%lf %lfL%lf %lf", &x[0], &y[0], &x[1],
                          &y[1], &x[2], &y[2]),
              6);
    EXPECT_NEAR(x[1], (x[0] + x[2]) / 2, 0.11);
    EXPECT_NEAR(y[1], (y[0] + y[2]) / 2, 0.11);
    EXPECT_EQ(count_of(svg, "stroke-linejoin"), 1U);
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
    // From -40 to 30 in 560 points: eight each, and zero is 320 from the left end at 150.
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
