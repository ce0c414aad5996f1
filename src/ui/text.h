// Text for a terminal: widths, line breaks, times, counts and bars.
#pragma once

#include "ui/screen.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace rookery {

// The number of characters of a UTF-8 text, which may be less than its number of bytes.
[[nodiscard]] std::size_t characters(std::string_view text);

// Breaks at blanks so that no line is wider, unless a single word is. Counts characters, not bytes.
// Ends with a newline.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width);

// Cut to so many characters, the last of them then being '~'. Counts characters, not bytes.
[[nodiscard]] std::string fitted(const std::string& line, std::size_t width);

// "45 s", "3 min 20 s", "2 h 5 min", "3 d 4 h".
[[nodiscard]] std::string time_text(double seconds);

// "870", "12.3k", "4.56M", "1.2G".
[[nodiscard]] std::string short_count(double count);

// "[#####.....]" for a share between 0 and 1.
[[nodiscard]] std::string progress_bar(double share, const Style& style);

}  // namespace rookery
