// FEN: positions as one line of text.
//
// Read: FEN, X-FEN (KQkq is the outermost rook of that wing, a file letter an inner one) and
// Shredder-FEN (HAha). Accepted, because the meaning is clear: white space around the text
// and several blanks between fields; castling, en passant and counters left out from the end;
// digits in a row that add up ("44" for "8"); rights named twice or in any order; move number 0.
// Everything else is refused with the reason and the place.
#pragma once

#include "base/result.h"
#include "base/text.h"
#include "chess/position.h"
#include "chess/setup.h"

#include <cstddef>
#include <cstdint>
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

// The parts that were dropped, as sentences; empty if there are none.
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

// Reads the fields of a FEN or EPD one by one. After a wrong field, `error` has the reason.
class FenFields {
  public:
    explicit FenFields(std::string_view text);

    // The next word, or nothing at the end. Words end at white space, and at ';' as well.
    [[nodiscard]] std::string_view peek() const;
    void skip();
    [[nodiscard]] std::size_t offset() const { return offset_; }
    [[nodiscard]] std::string_view rest() const { return text_.substr(offset_); }

    // Board and side to move, then castling and en passant if they are there. Some test suites lack
    // the blank in "- -1 12"; a counter glued to the dash may be allowed.
    enum class GluedCounter : std::uint8_t { Refused, Allowed };
    [[nodiscard]] bool read_position(GluedCounter glued = GluedCounter::Refused);
    // Two numbers or none. False where a counter is neither there nor at the end of the line.
    [[nodiscard]] bool read_counters();

    [[nodiscard]] const Setup& setup() const { return setup_; }
    [[nodiscard]] Setup& setup() { return setup_; }
    // A castling right was named for which no rook stands ready.
    [[nodiscard]] bool castling_dropped() const { return castling_dropped_; }
    [[nodiscard]] bool counters_missing() const { return counters_missing_; }
    [[nodiscard]] const TextError& error() const { return error_; }

  private:
    bool refuse(std::string what, std::size_t offset);
    void skip_space();
    bool read_board(std::string_view word);
    bool read_rank(std::string_view word, std::size_t& index, int rank, int& pieces);
    bool read_side(std::string_view word);
    bool read_castling(std::string_view word);
    void add_castling_right(char letter);
    bool read_en_passant(std::string_view word);

    std::string_view text_;
    std::size_t offset_ = 0;
    Setup setup_;
    bool castling_dropped_ = false;
    bool counters_missing_ = false;
    TextError error_;
};

}  // namespace rookery
