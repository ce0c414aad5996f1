// Positions as one line of text.
//
// Read: FEN, X-FEN (KQkq is the outermost rook of that wing, a file letter an inner one) and
// Shredder-FEN (HAha). Forgiven, because nothing can be misunderstood: white space around the text
// and several blanks between fields; castling, en passant and counters left out from the end;
// digits in a row that add up ("44" for "8"); rights named twice or in any order; move number 0.
// Everything else is refused with the reason and the place.
#pragma once

#include "base/result.h"
#include "chess/position.h"
#include "notation/text_error.h"

#include <string>
#include <string_view>

namespace rookery {

struct ParsedFen {
    Position position;
    SetupNotices notices;
    // One or both counters were left out and taken to be 0 and 1.
    bool counters_missing = false;
};

[[nodiscard]] Result<ParsedFen, TextError> parse_fen(std::string_view text);

// What was put right, as sentences; empty if nothing was.
[[nodiscard]] std::string describe(const SetupNotices& notices);

enum class FenStyle : std::uint8_t {
    XFen,     // KQkq, and a file letter only where the rook is not the outermost
    Shredder  // always file letters
};

// Reading it again gives an equal position.
[[nodiscard]] std::string to_fen(const Position& position, FenStyle style = FenStyle::XFen);
// The same without the counters, as an EPD begins.
[[nodiscard]] std::string to_fen_without_counters(const Position& position,
                                                  FenStyle style = FenStyle::XFen);

}  // namespace rookery
