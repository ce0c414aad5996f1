// A clock as people read it.
#pragma once

#include <chrono>
#include <string>

namespace rookery {

// "5:03", "1:02:03", and with tenths in the last twenty seconds: "0:07.4". Never more than there is.
[[nodiscard]] std::string clock_text(std::chrono::microseconds left);

}  // namespace rookery
