// The tables of a tournament as lines of text.
#pragma once

#include "arena/match/cross_table.h"
#include "arena/statistics/ratings.h"

#include <string>
#include <vector>

namespace rookery {

// The strongest first, with errors and the likelihood to be stronger than the next.
[[nodiscard]] std::vector<std::string> rating_lines(const arena::RatingList& list,
                                                    const std::vector<std::string>& names);
// In the order of the ratings, points against each other.
[[nodiscard]] std::vector<std::string> cross_lines(const arena::CrossTable& table,
                                                   const arena::RatingList& list,
                                                   const std::vector<std::string>& names);
// Everybody's results with White and with Black, in the same order.
[[nodiscard]] std::vector<std::string> color_lines(const arena::CrossTable& table,
                                                   const arena::RatingList& list,
                                                   const std::vector<std::string>& names);

}  // namespace rookery
