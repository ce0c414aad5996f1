// "Did you mean ...?"
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

// "; did you mean Hash or Clear Hash?", at most three, the nearest first; empty if nothing is near.
// Case does not matter, and a word within a name is near to it.
[[nodiscard]] std::string suggestion(std::string_view word, std::vector<std::string> names);

}  // namespace rookery::arena
