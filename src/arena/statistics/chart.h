// A line chart as an SVG picture: no scripts, nothing loaded from elsewhere, readable in any
// browser.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
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
    // What the y axis shows; with both alike it follows from all finite values.
    double y_low = 0;
    double y_high = 0;
    // Drawn by the logarithm, with a tick at every power of ten; what is not positive has no place there.
    bool log_x = false;
    bool log_y = false;
    int width = 800;
    int height = 450;
};

// Steps of 1, 2 or 5 times a power of ten, about `wanted` of them, from within low to high.
[[nodiscard]] std::vector<double> nice_ticks(double low, double high, int wanted);

// The same picture for the same data. Long series are thinned to what can be seen.
[[nodiscard]] std::string svg_of(const Chart& chart);

}  // namespace rookery::arena
