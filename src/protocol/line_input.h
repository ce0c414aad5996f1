// Lines from a stream, with a limit on what one line may cost.
#pragma once

#include <cstddef>
#include <istream>
#include <string>

namespace rookery {

// Longer lines are refused unread. The longest game there can be takes about 60 KiB in UCI.
inline constexpr std::size_t max_line_length = std::size_t{1} << 20;

enum class LineStatus { Line, TooLong, End };

// A line without its end ("\n" or "\r\n"). Of a line that is too long nothing is kept, and all of
// it is skipped. A last line without an end counts.
[[nodiscard]] LineStatus read_line(std::istream& input, std::string& line, std::size_t max_length);

}  // namespace rookery
