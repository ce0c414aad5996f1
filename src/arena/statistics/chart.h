// Line charts and bar charts as SVG pictures without scripts and without references to other files.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

struct ChartPoint {
    double x = 0;
    double y = 0;
};

// A point that is not finite interrupts the line.
struct ChartSeries {
    std::string name;  // empty: not in the legend
    std::vector<ChartPoint> points;
    // Another series whose colour it has, dashed: where two belong together.
    std::optional<std::size_t> twin_of{};
};

// The area between two curves, in the colour of the series it belongs to.
struct ChartBand {
    std::string name;
    struct Slice {
        double x = 0;
        double low = 0;
        double high = 0;
    };
    std::vector<Slice> slices;  // infinite ends run off the chart
    std::size_t series = 0;     // whose colour
};

// A horizontal line at a value that matters, with its name written beside it.
struct ChartLevel {
    double y = 0;
    std::string name;
};

struct Chart {
    std::string title;
    std::string x_label;
    std::string y_label;
    std::vector<ChartSeries> series;
    std::vector<ChartBand> bands;
    std::vector<ChartLevel> levels;
    // The range of the y axis; with both alike it follows from all finite values.
    double y_low = 0;
    double y_high = 0;
    // Logarithmic axes have a tick at every power of ten and leave out values that are not
    // positive.
    bool log_x = false;
    bool log_y = false;
    int width = 800;
    int height = 450;
};

// Steps of 1, 2 or 5 times a power of ten, about `wanted` of them, from within low to high.
[[nodiscard]] std::vector<double> nice_ticks(double low, double high, int wanted);

// The same picture for the same data. Long series are thinned to what can be seen.
[[nodiscard]] std::string svg_of(const Chart& chart);

// Bars lying on their sides as an SVG picture, in panels that each have a scale of their own.

inline constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

// An infinite value ends at the edge; a value that is not a number is not drawn.
struct Bar {
    std::string name;
    double value = 0;
    double low = no_value;  // how far it may be off
    double high = no_value;
    double mark = no_value;  // a value to compare with
};

struct BarPanel {
    std::string title;
    int decimals = 0;  // of the values written beside the bars
    std::vector<Bar> bars;
    bool signs = false;  // "+12" rather than "12"
};

struct BarChart {
    std::string title;
    std::string mark_name;  // what the marks are; empty where there are none
    std::vector<BarPanel> panels;
    int width = 800;
};

// The same picture for the same data.
[[nodiscard]] std::string svg_of(const BarChart& chart);

// Control characters have no place in XML, not even escaped, so they become blanks.
[[nodiscard]] inline std::string svg_escaped(std::string_view text) {
    std::string result;
    for (char c : text) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default: result += static_cast<unsigned char>(c) < ' ' || c == '\x7F' ? ' ' : c;
        }
    }
    return result;
}

}  // namespace rookery::arena
