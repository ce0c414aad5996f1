// How long something takes, as text.
#pragma once

#include <string>

namespace rookery {

// "45 s", "3 min 20 s", "2 h 5 min", "3 d 4 h".
[[nodiscard]] std::string time_text(double seconds);

}  // namespace rookery
