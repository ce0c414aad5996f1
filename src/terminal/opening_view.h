// The results of a match by opening as lines of text.
#pragma once

#include "arena/match/opening_results.h"

#include <string>
#include <vector>

namespace rookery {

// White's results with each opening, and between two players those of the first and its pairs.
[[nodiscard]] std::vector<std::string>
opening_lines(const std::vector<arena::OpeningResult>& openings,
              const std::vector<std::string>& players);

}  // namespace rookery
