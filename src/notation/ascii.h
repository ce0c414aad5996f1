// Questions about single characters. The standard library's answers depend on the locale and are
// undefined for negative chars; these are neither.
#pragma once

#include <cstddef>
#include <string_view>

namespace rookery::ascii {

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
