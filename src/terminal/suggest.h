// "Did you mean ...?"
#pragma once

#include <span>
#include <string_view>

namespace rookery {

// How many letters to change, insert, leave out or swap with their neighbour to get from a to b.
[[nodiscard]] int edit_distance(std::string_view a, std::string_view b);

// The candidate most like the word, or nothing if none is like it.
[[nodiscard]] std::string_view nearest(std::string_view word,
                                       std::span<const std::string_view> candidates);

}  // namespace rookery
