// Could it have been chance? The exact answer for games that were won or lost.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace rookery::arena {

// How likely equal players are to part by so much or more, either way: the two-sided sign test. Draws say nothing
// here; without a decisive game the answer is 1.
[[nodiscard]] inline double sign_test(std::uint64_t wins, std::uint64_t losses) {
    const std::uint64_t fewer = std::min(wins, losses);
    const auto games = static_cast<double>(wins + losses);
    // The chance of exactly `fewer`, by logarithms since it may be tiny; then those of still fewer, each from the
    // one before.
    double logarithm = -games * std::numbers::ln2;
    for (std::uint64_t i = 1; i <= fewer; ++i)
        logarithm += std::log((games - static_cast<double>(fewer - i)) / static_cast<double>(i));
    double term = std::exp(logarithm);
    double tail = term;
    for (std::uint64_t k = fewer; k > 0 && term > 0; --k) {
        term *= static_cast<double>(k) / (games - static_cast<double>(k) + 1);
        tail += term;
    }
    return std::min(1.0, 2 * tail);
}

}  // namespace rookery::arena
