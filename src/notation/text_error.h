// Why a text was refused, and where in it.
#pragma once

#include <cstddef>
#include <string>

namespace rookery {

struct TextError {
    // A sentence without a full stop. Whatever it quotes from the text is printable and short.
    std::string what;
    // Bytes from the start of the text, or of its line if there are several.
    std::size_t offset = 0;
    // Counted from 1; 0 if the text is a single line.
    std::size_t line = 0;

    [[nodiscard]] bool operator==(const TextError&) const = default;
};

// "line 7, column 3: there is no man on e4"; for a single line just "column 3: ...".
[[nodiscard]] std::string describe(const TextError& error);

}  // namespace rookery
