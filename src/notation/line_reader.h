// The lines of a text that say something: for EPD files and lists of positions.
#pragma once

#include "notation/text_source.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rookery {

// Skips blank lines and those that begin with '#'. Lines come without white space and NUL bytes at
// either end, and without the byte order mark some editors put before the first.
class LineReader {
  public:
    // What goes beyond the longest line is thrown away.
    static constexpr std::size_t longest_line = 1 << 16;

    explicit LineReader(TextSource& source) : source_(source) {}

    // Valid until the next call.
    [[nodiscard]] std::optional<std::string_view> next();
    // Of the line last given, counted from 1 and with the skipped ones.
    [[nodiscard]] std::size_t line_number() const { return line_number_; }

  private:
    bool read_line();

    TextSource& source_;
    std::string block_;
    std::size_t position_ = 0;
    std::string line_;
    std::size_t line_number_ = 0;
};

}  // namespace rookery
