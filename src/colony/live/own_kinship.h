// Which engine this program is, and how fast here.
#pragma once

#include "colony/live/self_test.h"

#include <optional>
#include <stop_token>

namespace rookery::colony {

// Found out once in the life of the program, which takes a second or two; everybody who asks later gets the same.
// Nothing if told to stop before that.
[[nodiscard]] std::optional<SelfTest> own_self_test(const std::stop_token& stop);
[[nodiscard]] std::optional<Kinship> own_kinship(const std::stop_token& stop);

}  // namespace rookery::colony
