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
