// Bytes as text, two hexadecimal digits each: what is not text travels so in JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rookery::colony {

[[nodiscard]] std::string hex_of(std::string_view bytes);
// Nothing unless it is what hex_of() gives.
[[nodiscard]] std::optional<std::string> bytes_of_hex(std::string_view text);

}  // namespace rookery::colony
