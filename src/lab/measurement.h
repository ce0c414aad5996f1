// Repeated measurements, and how numbers become cells of a result table.
#pragma once

#include "arena/statistics/result_table.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::lab {

// The median of several measurements with the lowest and the highest of them.
struct Median {
    double lowest = 0;
    double median = 0;
    double highest = 0;
};

// All zero without values.
[[nodiscard]] inline Median median_of(std::vector<double> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    const double median =
        values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
    return {values.front(), median, values.back()};
}

template <class Number>
[[nodiscard]] arena::Measured measured(Number number) {
    return {static_cast<double>(number)};
}
[[nodiscard]] inline arena::Measured measured(const Median& median) {
    return {median.median, median.lowest, median.highest};
}

[[nodiscard]] inline arena::Column percent_column(const std::string& name, std::string key) {
    return {name + ", %", std::move(key), 1};
}

// A name as a key for programs: blanks, hyphens and commas become underscores.
[[nodiscard]] inline std::string key_of(std::string_view name) {
    std::string key(name);
    std::ranges::replace_if(
        key, [](char c) { return c == ' ' || c == '-' || c == ','; }, '_');
    return key;
}

}  // namespace rookery::lab
