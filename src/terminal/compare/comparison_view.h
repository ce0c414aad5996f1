// A comparison of searchers as a table of text. Nothing is printed here.
#pragma once

#include "terminal/compare/comparison.h"
#include "terminal/style.h"

#include <cstddef>
#include <string>
#include <vector>

namespace rookery {

// Where the table does not fit, first the speed is left out and then how far they came. No line is wider than asked
// for from 40 columns on, and none contains escape sequences.
class ComparisonView {
  public:
    // Both outlive this.
    ComparisonView(const Comparison& comparison, const Style& style) : comparison_(comparison), style_(style) {}

    [[nodiscard]] std::string head(std::size_t width) const;
    [[nodiscard]] std::string row(std::size_t number, std::size_t width) const;
    // The head and all rows.
    [[nodiscard]] std::vector<std::string> lines(std::size_t width) const;

  private:
    [[nodiscard]] std::string agreement(std::size_t number) const;

    const Comparison& comparison_;
    const Style& style_;
};

}  // namespace rookery
