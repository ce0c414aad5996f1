// Text from outside, made safe to show and to store.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rookery {

// For a terminal: control characters (C0, DEL, C1) become '?' and so do bytes that are not UTF-8;
// white space becomes a blank; escape sequences vanish whole, and so do the marks that turn the
// direction of writing. At most max_length bytes; "..." at the end says that something is missing.
[[nodiscard]] std::string printable(std::string_view text, std::size_t max_length = 60);

// Valid UTF-8 in any case: bytes that are not part of a UTF-8 character are taken for Latin-1,
// which is what the PGN standard once prescribed.
[[nodiscard]] std::string to_utf8(std::string_view text);

// How many bytes the well-formed UTF-8 character at the front has; 0 if there is none.
[[nodiscard]] std::size_t utf8_length(std::string_view text);

// The text cut to at most max_length bytes, never inside a UTF-8 character.
[[nodiscard]] std::string_view cut_utf8(std::string_view text, std::size_t max_length);

}  // namespace rookery

namespace rookery::ascii {

// Questions about single characters. The standard library's answers depend on the locale and are
// undefined for negative chars; these are neither.

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
[[nodiscard]] constexpr bool is_letter(char c) { return is_upper(c) || is_lower(c); }
[[nodiscard]] constexpr char to_lower(char c) {
    return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] constexpr char to_upper(char c) {
    return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}
[[nodiscard]] constexpr bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

[[nodiscard]] constexpr bool is_file(char c) { return c >= 'a' && c <= 'h'; }
[[nodiscard]] constexpr bool is_rank(char c) { return c >= '1' && c <= '8'; }

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

// Plain decimal digits up to `limit`, and nothing else; -1 otherwise.
[[nodiscard]] constexpr int parse_number(std::string_view text, int limit) {
    if (text.empty()) return -1;
    int value = 0;
    for (char c : text) {
        if (!is_digit(c)) return -1;
        const int digit = c - '0';
        if (value > (limit - digit) / 10) return -1;
        value = 10 * value + digit;
    }
    return value;
}

}  // namespace rookery::ascii

namespace rookery {

// Why a text was refused, and where in it.

struct TextError {
    // A sentence without a full stop. Whatever it quotes from the text is printable and short.
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
