#include "ui/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rookery {

std::size_t characters(std::string_view text) {
    std::size_t count = 0;
    for (char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    return count;
}

std::string wrapped(std::string_view text, std::size_t width) {
    std::string lines;
    std::size_t used = 0;
    while (!text.empty()) {
        const std::size_t blank = text.find(' ');
        const std::string_view word = text.substr(0, blank);
        text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 1);
        const std::size_t length = characters(word);
        if (used > 0) {
            const bool fits = used + 1 + length <= width;
            lines += fits ? ' ' : '\n';
            used = fits ? used + 1 : 0;
        }
        lines += word;
        used += length;
    }
    return lines + '\n';
}

std::string time_text(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(std::min(seconds, 1e9)));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    if (whole < 86400) return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
    return fmt::format("{} d {} h", whole / 86400, whole % 86400 / 3600);
}

}  // namespace rookery
