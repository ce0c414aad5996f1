// "Did you mean ...?"
#pragma once

#include <span>
#include <string_view>

namespace rookery {

// The candidate most like the word, or nothing if none is like it.
[[nodiscard]] std::string_view nearest(std::string_view word,
                                       std::span<const std::string_view> candidates);

}  // namespace rookery
