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

std::string fitted(const std::string& line, std::size_t width) {
    std::size_t characters = 0;
    std::size_t cut = 0;  // where the last character that fits begins
    for (std::size_t i = 0; i < line.size(); ++i) {
        if ((static_cast<unsigned char>(line[i]) & 0xC0) == 0x80) continue;
        if (++characters == width) cut = i;
        if (characters > width) return line.substr(0, cut) + (width > 0 ? "~" : "");
    }
    return line;
}

std::string time_text(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(std::min(seconds, 1e9)));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    if (whole < 86400) return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
    return fmt::format("{} d {} h", whole / 86400, whole % 86400 / 3600);
}

std::string short_count(double count) {
    static constexpr const char* units[] = {"", "k", "M", "G", "T", "P"};
    std::size_t unit = 0;
    for (; count >= 999.5 && unit + 1 < std::size(units); ++unit) count /= 1000;
    if (unit == 0) return fmt::format("{:.0f}", count);
    return fmt::format("{:.{}f}{}", count, count < 9.995 ? 2 : count < 99.95 ? 1 : 0, units[unit]);
}

std::string progress_bar(double share, const Style& style) {
    constexpr std::size_t bar_width = 30;
    share = std::clamp(share, 0.0, 1.0);
    const auto eighths = static_cast<std::size_t>(share * 8 * static_cast<double>(bar_width));
    std::string text = "[";
    const std::size_t full = style.unicode ? eighths / 8 : (eighths + 4) / 8;
    for (std::size_t i = 0; i < full; ++i) text += style.unicode ? "█" : "#";
    std::size_t used = full;
    if (style.unicode && eighths % 8 != 0) {
        static constexpr const char* parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
        text += parts[eighths % 8];
        ++used;
    }
    text.append(bar_width - used, style.unicode ? ' ' : '.');
    return text + "]";
}

}  // namespace rookery
