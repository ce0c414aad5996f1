// Text inside an SVG picture.
#pragma once

#include <string>
#include <string_view>

namespace rookery::arena {

// Names may hold anything. Control characters have no place in XML, not even escaped.
[[nodiscard]] inline std::string svg_escaped(std::string_view text) {
    std::string result;
    for (char c : text) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default: result += static_cast<unsigned char>(c) < ' ' || c == '\x7F' ? ' ' : c;
        }
    }
    return result;
}

}  // namespace rookery::arena
