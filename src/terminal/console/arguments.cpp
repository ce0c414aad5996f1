#include "terminal/console/arguments.h"

#include "notation/ascii.h"
#include "notation/printable.h"
#include "terminal/wrap.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::console {

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (!(text = ascii::trim(text)).empty()) {
        const auto end = std::find_if(text.begin(), text.end(), ascii::is_space);
        words.push_back(text.substr(0, static_cast<std::size_t>(end - text.begin())));
        text.remove_prefix(words.back().size());
    }
    return words;
}

Result<int, std::string> number_from(std::string_view text, std::string_view what, int lowest, int highest) {
    const int number = ascii::parse_number(text, highest);
    if (number >= lowest) return number;
    return failure(fmt::format("'{}' is not {}, which is a whole number from {} to {}.", printable(text, 20), what,
                               lowest, highest));
}

Result<int, std::string> only_number(std::string_view arguments, std::string_view what, int standard, int lowest,
                                     int highest) {
    if (arguments.empty()) return standard;
    return number_from(arguments, what, lowest, highest);
}

std::string paragraphs(std::string_view text, std::size_t width) {
    std::string lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines += wrapped(text.substr(0, end), width);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string beside(std::string_view label, std::size_t indent, std::string_view text, std::size_t width) {
    constexpr std::size_t narrowest = 16;
    const std::string body = wrapped(text, std::max(narrowest, width - std::min(width, indent)));
    std::string lines = fmt::format("{:<{}}", label, indent);
    for (std::size_t i = 0; i < body.size(); ++i) {
        lines += body[i];
        if (body[i] == '\n' && i + 1 < body.size()) lines.append(indent, ' ');
    }
    return lines;
}

}  // namespace rookery::console
