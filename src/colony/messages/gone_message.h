// The server's word that somebody has lost its connection.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rookery::colony {

// The member's name; nothing where it is another word, or of no member.
[[nodiscard]] std::optional<std::string> gone_member(std::string_view text);

}  // namespace rookery::colony
