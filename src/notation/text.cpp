#include "notation/text.h"

#include <cstdint>

namespace rookery {
namespace {

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

// Bytes of an escape sequence after its ESC: CSI up to the final letter, OSC and its kin up to the
// bell or the string terminator, anything else intermediates and one character.
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

std::size_t utf8_length(std::string_view text) {
    if (text.empty()) return 0;
    const unsigned first = byte_at(text, 0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte_at(text, i) & 0xC0) != 0x80) return 0;
    // Too long for what they say, halves of surrogate pairs, beyond the last code point.
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
    // Reading stops soon after the limit: nobody waits for a megabyte that will not be shown.
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

std::string describe(const TextError& error) {
    std::string text;
    if (error.line > 0) text = "line " + std::to_string(error.line) + ", ";
    return text + "column " + std::to_string(error.offset + 1) + ": " + error.what;
}

}  // namespace rookery
