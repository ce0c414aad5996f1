// Looks into SVG pictures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena::test {

inline std::size_t count_of(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos;
         at = text.find(part, at + 1))
        ++count;
    return count;
}

// Elements opened and closed, attributes quoted, no stray sign: enough to tell a broken picture.
inline bool well_formed(std::string_view text) {
    std::vector<std::string_view> open;
    for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
        const std::size_t end = text.find('>', at);
        if (end == std::string_view::npos) return false;
        const std::string_view tag = text.substr(at + 1, end - at - 1);
        if (tag.find('<') != std::string_view::npos || count_of(tag, "\"") % 2 != 0) return false;
        const std::string_view name = tag.substr(0, tag.find_first_of(" /", 1));
        if (tag.starts_with('/')) {
            if (open.empty() || open.back() != tag.substr(1)) return false;
            open.pop_back();
        } else if (!tag.ends_with('/')) {
            open.push_back(name);
        }
        at = end;
    }
    return open.empty() && text.find("nan") == std::string_view::npos &&
           text.find("inf") == std::string_view::npos;
}

}  // namespace rookery::arena::test
