// zstd, as two functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rookery::training {

[[nodiscard]] std::string compressed(std::string_view bytes);

// Nothing if it is damaged or does not come out at exactly that size.
[[nodiscard]] std::optional<std::string> decompressed(std::string_view bytes, std::size_t size);

}  // namespace rookery::training
