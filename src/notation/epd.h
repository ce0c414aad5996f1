// EPD: positions with operations such as best moves and names, for test suites and openings.
//
//     1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
//
// Also read: a whole FEN with its counters in front, operations without quotes or the last
// semicolon, and perft suites (";D1 20 ;D2 400"). Text after a semicolon that does not begin with a
// letter is a remark and is left out.
#pragma once

#include "base/result.h"
#include "base/text.h"
#include "chess/position.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

struct EpdOperation {
    std::string opcode;
    // Without their quotes.
    std::vector<std::string> operands;

    [[nodiscard]] bool operator==(const EpdOperation&) const = default;
};

struct Epd {
    Position position;
    SetupNotices notices;
    // In the order of the line, without hmvc and fmvn: those are the position's counters.
    std::vector<EpdOperation> operations;

    // The first operation of that name, or nullptr.
    [[nodiscard]] const EpdOperation* find(std::string_view opcode) const;
    // Its operands with blanks between; empty if there is no such operation.
    [[nodiscard]] std::string text_of(std::string_view opcode) const;
    // A mate suite's "bm #4" or "dm 4"; negative where the side to move is mated.
    [[nodiscard]] std::optional<int> mate_distance() const;
};

[[nodiscard]] Result<Epd, TextError> parse_epd(std::string_view line);

// Strings (id, c0 to c9, eco) and operands that need it are quoted; the counters become hmvc and
// fmvn unless they are 0 and 1. Reading it again gives an equal Epd, but for the notices.
[[nodiscard]] std::string to_epd(const Epd& epd);

// The moves of an operation, empty if it is not there. Those of pv follow one another, those of any
// other (bm, am, pm, sm) are alternatives. SAN, but coordinates and long forms are understood. A
// text that fits several moves is refused, except in am, where it stands for all of them.
[[nodiscard]] Result<std::vector<Move>, TextError> epd_moves(const Epd& epd,
                                                             std::string_view opcode);

}  // namespace rookery
