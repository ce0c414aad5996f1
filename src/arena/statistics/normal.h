// The normal distribution, as far as the statistics need it.
#pragma once

#include <cmath>
#include <numbers>

namespace rookery::arena {

// 95 % of a normal distribution lie within this many standard deviations of its mean.
inline constexpr double deviations_95 = 1.959963984540054;

[[nodiscard]] inline double normal_below(double deviations) {
    return std::erfc(-deviations / std::numbers::sqrt2) / 2;
}

}  // namespace rookery::arena
