#include "terminal/play/clock_text.h"

#include <fmt/format.h>

namespace rookery {

std::string clock_text(std::chrono::microseconds left) {
    constexpr int show_tenths_below = 20;  // seconds
    const auto tenths = left.count() / 100'000;
    const auto seconds = tenths / 10;
    if (seconds < show_tenths_below) return fmt::format("0:{:02}.{}", seconds, tenths % 10);
    if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

}  // namespace rookery
