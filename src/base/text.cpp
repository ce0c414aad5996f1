#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace rookery {
namespace {

// `format` is a base for a whole number, a std::chars_format for a double, or nothing.
template <class Number, class... Format>
std::optional<Number> parse_whole_text(std::string_view text, Format... format) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number, format...);
    if (error != std::errc{} || stopped != end) return std::nullopt;
    return number;
}

constexpr char escape = '\x1B';

constexpr unsigned byte_at(std::string_view text, std::size_t index) {
    return static_cast<unsigned char>(text[index]);
}

// The character at the front, which must be well formed and of that length.
std::uint32_t code_point(std::string_view text, std::size_t length) {
    const std::uint32_t first = byte_at(text, 0);
    if (length == 1) return first;
    std::uint32_t code = first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) code = code << 6 | (byte_at(text, i) & 0x3F);
    return code;
}

bool turns_writing_direction(std::uint32_t code) {
    return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

bool is_control(std::uint32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

// The length of an escape sequence: CSI up to the final letter, OSC and similar ones up to the bell
// or the string terminator, any other the intermediate bytes and one character.
std::size_t escape_sequence_length(std::string_view text) {
    std::size_t i = 1;
    if (i == text.size()) return i;
    const char kind = text[i];
    if (kind == '[') {
        for (++i; i < text.size(); ++i) {
            if (text[i] >= '@' && text[i] <= '~') return i + 1;
            if (text[i] < ' ' || text[i] > '~') return i;
        }
        return i;
    }
    if (kind == ']' || kind == 'P' || kind == '_' || kind == '^' || kind == 'X') {
        for (++i; i < text.size(); ++i) {
            if (text[i] == '\a') return i + 1;
            if (text[i] == escape)
                return i + (i + 1 < text.size() && text[i + 1] == '\\' ? 2U : 0U);
        }
        return i;
    }
    while (i < text.size() && text[i] >= ' ' && text[i] <= '/') ++i;
    if (i < text.size() && text[i] >= '0' && text[i] <= '~') ++i;
    return i;
}

}  // namespace

std::string ascii::to_lower(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = to_lower(c);
    return lower;
}

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    return parse_whole_text<Number>(text);
}
template std::optional<int> parse_number(std::string_view);
template std::optional<std::uint16_t> parse_number(std::string_view);
template std::optional<std::int64_t> parse_number(std::string_view);
template std::optional<std::uint64_t> parse_number(std::string_view);
template std::optional<double> parse_number(std::string_view);

template <class Number>
std::optional<Number> parse_signed_number(std::string_view text) {
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    return parse_whole_text<Number>(text);
}
template std::optional<int> parse_signed_number(std::string_view);
template std::optional<double> parse_signed_number(std::string_view);

std::optional<int> parse_digits(std::string_view text, int limit) {
    const auto number = parse_whole_text<unsigned>(text);
    if (!number || *number > static_cast<unsigned>(limit)) return std::nullopt;
    return static_cast<int>(*number);
}

std::optional<double> parse_decimal(std::string_view text) {
    const auto number = parse_whole_text<double>(text, std::chars_format::fixed);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<std::uint64_t> parse_hexadecimal(std::string_view text) {
    return parse_whole_text<std::uint64_t>(text, 16);
}

std::optional<std::int64_t> parse_clamped_number(std::string_view text) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    if (text.empty() || !std::ranges::all_of(text, ascii::is_digit)) return std::nullopt;
    // Digits alone are refused only if there are too many of them.
    const std::int64_t number = parse_whole_text<std::int64_t>(text).value_or(most);
    return negative ? -number : number;
}

std::size_t utf8_length(std::string_view text) {
    if (text.empty()) return 0;
    const unsigned first = byte_at(text, 0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte_at(text, i) & 0xC0) != 0x80) return 0;
    // Overlong forms, halves of surrogate pairs, beyond the last code point.
    const std::uint32_t code = code_point(text, length);
    if ((length == 3 && code < 0x800) || (length == 4 && code < 0x10000)) return 0;
    if ((code >= 0xD800 && code < 0xE000) || code > 0x10FFFF) return 0;
    return length;
}

std::string_view cut_utf8(std::string_view text, std::size_t max_length) {
    if (text.size() <= max_length) return text;
    std::size_t length = max_length;
    while (length > 0 && max_length - length < 3 && (byte_at(text, length) & 0xC0) == 0x80)
        --length;
    return text.substr(0, length);
}

std::string printable(std::string_view text, std::size_t max_length) {
    static constexpr std::string_view ellipsis = "...";
    std::string shown;
    // Reading stops soon after the limit: the rest of a long text would not be shown.
    while (!text.empty() && shown.size() <= max_length) {
        if (text.front() == escape) {
            text.remove_prefix(escape_sequence_length(text));
            continue;
        }
        const std::size_t length = utf8_length(text);
        if (length == 0) {
            shown += '?';
            text.remove_prefix(1);
            continue;
        }
        const std::uint32_t code = code_point(text, length);
        if (ascii::is_space(text.front()))
            shown += ' ';
        else if (is_control(code))
            shown += '?';
        else if (!turns_writing_direction(code))
            shown += text.substr(0, length);
        text.remove_prefix(length);
    }
    if (shown.size() <= max_length) return shown;
    if (max_length <= ellipsis.size()) return std::string(cut_utf8(shown, max_length));
    std::string cut(cut_utf8(shown, max_length - ellipsis.size()));
    cut += ellipsis;
    return cut;
}

std::string to_utf8(std::string_view text) {
    std::string converted;
    converted.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length > 0) {
            converted += text.substr(0, length);
            text.remove_prefix(length);
            continue;
        }
        const unsigned latin = byte_at(text, 0);
        converted += static_cast<char>(0xC0 | latin >> 6);
        converted += static_cast<char>(0x80 | (latin & 0x3F));
        text.remove_prefix(1);
    }
    return converted;
}

int edit_distance(std::string_view a, std::string_view b) {
    // Row i holds the distances between the first i letters of a and all beginnings of b.
    std::vector<int> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before_last.swap(last);
        last.swap(row);
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int changed = last[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = std::min({changed, last[j] + 1, row[j - 1] + 1});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
    }
    return row[b.size()];
}

std::vector<std::string> near_names(std::string_view word, std::span<const std::string> names) {
    // A long word is no name, and comparing it would take time for nothing.
    constexpr std::size_t longest = 40;
    if (word.empty() || word.size() > longest) return {};
    const std::string wanted = ascii::to_lower(word);
    std::vector<std::pair<int, std::string>> near;
    for (const std::string& name : names) {
        if (name.size() > longest) continue;
        const std::string lower = ascii::to_lower(name);
        const bool within =
            wanted.size() >= 3 && (lower.find(wanted) != std::string::npos ||
                                   (lower.size() >= 3 && wanted.find(lower) != std::string::npos));
        const int distance = edit_distance(wanted, lower);
        const auto shorter = static_cast<int>(std::min(wanted.size(), lower.size()));
        // A third of the letters may be wrong; of a short word only one.
        const bool alike = distance <= std::max(1, shorter / 3) && distance < shorter;
        if (within || alike) near.emplace_back(distance, name);
    }
    std::ranges::sort(near);
    near.erase(std::unique(near.begin(), near.end()), near.end());
    if (near.size() > 3) near.resize(3);
    std::vector<std::string> nearest;
    for (auto& [distance, name] : near) nearest.push_back(std::move(name));
    return nearest;
}

std::string nearest_name(std::string_view word, std::span<const std::string> names) {
    const std::vector<std::string> near = near_names(word, names);
    return near.empty() ? std::string() : near.front();
}

std::string did_you_mean(std::string_view word, std::span<const std::string> names) {
    const std::vector<std::string> near = near_names(word, names);
    std::string text;
    for (std::size_t i = 0; i < near.size(); ++i) {
        text += i == 0 ? "; did you mean " : i + 1 == near.size() ? " or " : ", ";
        text += printable(near[i]);
    }
    return text.empty() ? text : text + "?";
}

std::string describe(const TextError& error) {
    std::string text;
    if (error.line > 0) text = "line " + std::to_string(error.line) + ", ";
    return text + "column " + std::to_string(error.offset + 1) + ": " + error.what;
}

}  // namespace rookery
