// Cuts a PGN text into tokens while it streams through a window of fixed size.
//
// The window always ends in a NUL that belongs to no token, so the inner loops need no bounds
// checks. The results of text() and the read functions lie in the window and are valid until the
// next call.
#pragma once

#include "notation/input.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

enum class PgnToken : std::uint8_t {
    End,
    Symbol,          // a move or a result, perhaps rubbish
    Glyph,           // ! and ?
    Nag,             // $ and its number
    Comment,         // '{' or ';'; call read_comment()
    Tag,             // '['; call read_tag(), or leave it for the next game
    VariationBegin,  // '('
    VariationEnd,    // ')'
};

struct PgnTagText {
    std::string_view name;
    std::string_view value;
    bool well_formed = false;  // there were a name and a quoted value
    bool cut = false;          // the value was longer than the limit
};

struct PgnCommentText {
    std::string_view text;
    bool closed = false;  // false where the next game or the end came first
    bool cut = false;     // longer than the limit
};

class PgnLexer {
  public:
    PgnLexer(TextSource& source, std::size_t longest_tag, std::size_t longest_comment);

    // Goes to the next token. Move numbers and their dots, lines that begin with '%' and stray
    // closing marks are no tokens.
    PgnToken next();
    [[nodiscard]] std::string_view text() const { return text_; }

    // After Comment; must be called, or next() returns the comment again.
    PgnCommentText read_comment();
    // After Tag, likewise.
    PgnTagText read_tag();
    // After Tag: the name read_tag() would give, without taking anything.
    [[nodiscard]] std::string_view peek_tag_name();

    // How many line ends stood before the current token; the start of the text counts as one.
    [[nodiscard]] int newlines_before() const { return newlines_; }
    // Where the current token begins; lines count from 1, columns from 0.
    [[nodiscard]] std::size_t line() const { return line_; }
    [[nodiscard]] std::size_t column() const;

  private:
    static constexpr std::size_t window_size = 1 << 16;
    static constexpr std::size_t longest_symbol = 256;
    static constexpr std::size_t longest_tag_line = 1 << 14;

    enum class Kind : std::uint8_t { Other, Symbol, Digit, Glyph, Special };
    using KindTable = std::array<Kind, 256>;
    static constexpr KindTable make_kinds();
    static const KindTable kinds;
    static Kind kind_of(char c) { return kinds[static_cast<unsigned char>(c)]; }

    bool refill();
    void ensure(std::size_t size) {
        if (static_cast<std::size_t>(end_ - at_) < size) refill();
    }
    bool skip_space();
    void skip_line();
    bool skip_number();
    PgnToken take_symbol();
    PgnToken take_special();
    void count_line(const char* newline);
    PgnCommentText finish_comment(const char* start, const char* end);
    PgnCommentText read_rest_of_line();

    TextSource& source_;
    std::size_t longest_tag_;
    std::size_t longest_comment_;
    std::vector<char> window_;
    char* at_;
    char* end_;
    // Offset of the window in the whole text, and of the current line.
    std::uint64_t window_offset_ = 0;
    std::uint64_t line_offset_ = 0;
    std::size_t line_ = 1;
    int newlines_ = 0;
    bool at_start_ = true;
    bool source_ended_ = false;
    std::string_view text_;
    const char* token_start_;
    // For text that does not fit into the window in one piece.
    std::string scratch_;
};

}  // namespace rookery
