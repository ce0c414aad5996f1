#include "terminal/wrap.h"

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

}  // namespace rookery
