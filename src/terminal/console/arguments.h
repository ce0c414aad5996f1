// The words after a command of the console.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace rookery::console {

[[nodiscard]] std::vector<std::string_view> words_of(std::string_view text);

// A whole number within bounds. The error names the bounds and what the number is for: "a depth".
[[nodiscard]] Result<int, std::string> number_from(std::string_view text, std::string_view what, int lowest,
                                                   int highest);
// The only argument of a command, or the standard where there is none.
[[nodiscard]] Result<int, std::string> only_number(std::string_view arguments, std::string_view what, int standard,
                                                   int lowest, int highest);

// A day, longer than anybody waits.
inline constexpr int most_milliseconds = 24 * 60 * 60 * 1000;

// Text for people: every paragraph broken into lines of that width.
[[nodiscard]] std::string paragraphs(std::string_view text, std::size_t width);

// A word at the left, and text beside it in a column of its own.
[[nodiscard]] std::string beside(std::string_view label, std::size_t indent, std::string_view text, std::size_t width);

}  // namespace rookery::console
