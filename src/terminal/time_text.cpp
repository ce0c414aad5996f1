#include "terminal/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rookery {

std::string time_text(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(std::min(seconds, 1e9)));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    if (whole < 86400) return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
    return fmt::format("{} d {} h", whole / 86400, whole % 86400 / 3600);
}

}  // namespace rookery
