// Bars lying on their sides as an SVG picture, in panels that each have a scale of their own.
#pragma once

#include <limits>
#include <string>
#include <vector>

namespace rookery::arena {

inline constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

// What is infinite ends at the edge; what is not a number is not drawn.
struct Bar {
    std::string name;
    double value = 0;
    double low = no_value;   // how far it may be off
    double high = no_value;
    double mark = no_value;  // somebody else's value
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

}  // namespace rookery::arena
