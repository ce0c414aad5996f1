// How far one word is from another.
#pragma once

#include <string_view>

namespace rookery {

// How many letters to change, insert, leave out or swap with their neighbour to get from a to b.
[[nodiscard]] int edit_distance(std::string_view a, std::string_view b);

}  // namespace rookery
