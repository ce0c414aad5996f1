// What a terminal can show.
#pragma once

#include <string>

namespace rookery {

struct Style {
    bool unicode = false;  // chess men, frames
    bool color = false;    // 256 colours

    [[nodiscard]] friend bool operator==(const Style&, const Style&) = default;
};

// What is known about the place the output goes to.
struct TerminalFacts {
    bool is_terminal = false;
    std::string type;    // TERM
    std::string locale;  // for characters, such as C.UTF-8
    bool no_color = false;
};

[[nodiscard]] TerminalFacts facts_about(int file);

[[nodiscard]] Style style_for(const TerminalFacts& facts);

}  // namespace rookery
