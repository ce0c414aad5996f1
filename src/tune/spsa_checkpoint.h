// The state of a tuning by games as text, for a file.
#pragma once

#include "base/result.h"
#include "tune/spsa.h"

#include <string>
#include <string_view>
#include <vector>

namespace rookery::tune {

// The values after so many pairs.
struct SpsaMoment {
    std::uint64_t done = 0;
    std::vector<double> values;
};

[[nodiscard]] SpsaMoment moment_of(const Spsa& spsa);

[[nodiscard]] std::string checkpoint_text(const Spsa& spsa, const std::vector<SpsaMoment>& history);

// What was written, the present moment last. It must be of the same parameters, plan and seed; the error
// says what is not.
[[nodiscard]] Result<std::vector<SpsaMoment>, std::string> history_from(std::string_view text, const Spsa& spsa);

}  // namespace rookery::tune
