#include "protocol/line_io.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace rookery {
namespace {

std::vector<std::string> lines_of(const std::string& text, std::size_t max_length) {
    std::istringstream input(text);
    std::vector<std::string> lines;
    std::string line;
    for (;;) {
        switch (read_line(input, line, max_length)) {
            case LineStatus::End: return lines;
            case LineStatus::TooLong: lines.push_back("<too long>"); break;
            case LineStatus::Line: lines.push_back(line); break;
        }
    }
}

using Lines = std::vector<std::string>;

TEST(LineInput, SplitsAtEitherEnd) {
    EXPECT_EQ(lines_of("a\nb\r\n\nc", 10), (Lines{"a", "b", "", "c"}));
    EXPECT_EQ(lines_of("", 10), Lines{});
    EXPECT_EQ(lines_of("\n", 10), Lines{""});
}

TEST(LineInput, SkipsLongLinesWhole) {
    EXPECT_EQ(lines_of("12345\n123456\n1234567890123456789\nok", 5),
              (Lines{"12345", "<too long>", "<too long>", "ok"}));
}

TEST(LineInput, KeepsAnyByte) {
    const std::string bytes("\0\xff\x1b", 3);
    EXPECT_EQ(lines_of(bytes + "\n", 10), Lines{bytes});
}

}  // namespace
}  // namespace rookery
