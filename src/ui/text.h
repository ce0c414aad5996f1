// Text broken into lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rookery {

// How many it has, which may be fewer than bytes.
[[nodiscard]] std::size_t characters(std::string_view text);

// Breaks at blanks so that no line is wider, unless a single word is. Counts characters, not bytes.
// Ends with a newline.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width);

// How long something takes, as text.

// "45 s", "3 min 20 s", "2 h 5 min", "3 d 4 h".
[[nodiscard]] std::string time_text(double seconds);

}  // namespace rookery
