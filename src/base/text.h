// Text that has nothing to do with chess: ASCII characters, numbers, UTF-8, near names, and where
// in a text an error is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::ascii {

// The standard library's functions depend on the locale and are undefined for negative chars; these
// are neither.

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
[[nodiscard]] constexpr bool is_letter(char c) { return is_upper(c) || is_lower(c); }
[[nodiscard]] constexpr bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}
[[nodiscard]] constexpr char to_lower(char c) {
    return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] constexpr char to_upper(char c) {
    return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}
[[nodiscard]] std::string to_lower(std::string_view text);

[[nodiscard]] constexpr std::string_view trim(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

[[nodiscard]] constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (to_lower(a[i]) != to_lower(b[i])) return false;
    return true;
}

}  // namespace rookery::ascii

namespace rookery {

// Numbers. Each function reads the whole text and nothing else: no blanks and no text behind the
// number.

// An int, a std::uint16_t, a std::int64_t, a std::uint64_t or a double; no '+' before it.
template <class Number>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text);

// The same for an int or a double that may have a '+' before it.
template <class Number>
[[nodiscard]] std::optional<Number> parse_signed_number(std::string_view text);

// Digits only, at most `limit`.
[[nodiscard]] std::optional<int> parse_digits(std::string_view text, int limit);

// "5", "0.5" or "-3": a finite number without an exponent.
[[nodiscard]] std::optional<double> parse_decimal(std::string_view text);

[[nodiscard]] std::optional<std::uint64_t> parse_hexadecimal(std::string_view text);

// With or without a sign; a number beyond the range becomes the nearest within it.
[[nodiscard]] std::optional<std::int64_t> parse_clamped_number(std::string_view text);

// UTF-8 and text from outside.

// Text for a terminal: control characters (C0, DEL, C1) become '?' and so do bytes that are not
// UTF-8; white space becomes a blank; escape sequences and the marks that turn the direction of
// writing are left out. At most max_length bytes; "..." at the end shows that something is missing.
[[nodiscard]] std::string printable(std::string_view text, std::size_t max_length = 60);

// Valid UTF-8 in any case: bytes that are not part of a UTF-8 character are taken for Latin-1,
// which is what the PGN standard once prescribed.
[[nodiscard]] std::string to_utf8(std::string_view text);

// The number of bytes of the well-formed UTF-8 character at the front; 0 if there is none.
[[nodiscard]] std::size_t utf8_length(std::string_view text);

// The text cut to at most max_length bytes, never inside a UTF-8 character.
[[nodiscard]] std::string_view cut_utf8(std::string_view text, std::size_t max_length);

// Near names, for a word that was mistyped.

// The number of letters to change, insert, leave out or swap with their neighbour to get from a to
// b.
[[nodiscard]] int edit_distance(std::string_view a, std::string_view b);

// The names most like the word, at most three, the nearest first. Case does not matter, and a name
// is near to a word that it contains or that contains it.
[[nodiscard]] std::vector<std::string> near_names(std::string_view word,
                                                  std::span<const std::string> names);

// The nearest of them, or nothing if no name is near.
[[nodiscard]] std::string nearest_name(std::string_view word, std::span<const std::string> names);

// "; did you mean Hash or Clear Hash?", or nothing if no name is near.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string> names);

// Why a text was refused, and where in it.
struct TextError {
    // A sentence without a full stop. Its quotations of the text are printable and short.
    std::string what;
    // Bytes from the start of the text, or of its line if there are several.
    std::size_t offset = 0;
    // Counted from 1; 0 if the text is a single line.
    std::size_t line = 0;

    [[nodiscard]] bool operator==(const TextError&) const = default;
};

// "line 7, column 3: there is no piece on e4"; for a single line just "column 3: ...".
[[nodiscard]] std::string describe(const TextError& error);

}  // namespace rookery
