// The tables of a tournament as lines of text.
#pragma once

#include "arena/match/match_tables.h"

#include <cstddef>
#include <string>
#include <vector>

namespace rookery {

// The strongest first, with errors and the likelihood to be stronger than the next.
[[nodiscard]] std::vector<std::string> rating_lines(const arena::TournamentTables& tables,
                                                    const std::vector<std::string>& names);
// In the same order, ratings by the simple formulas.
[[nodiscard]] std::vector<std::string> simple_rating_lines(const arena::TournamentTables& tables,
                                                           const std::vector<std::string>& names);
// In the same order, points against each other.
[[nodiscard]] std::vector<std::string> cross_lines(const arena::TournamentTables& tables,
                                                   const std::vector<std::string>& names);
// Everybody's results with White and with Black, in the same order.
[[nodiscard]] std::vector<std::string> color_lines(const arena::TournamentTables& tables,
                                                   const std::vector<std::string>& names);

// While it goes on: the first of the list, a line each, and one for how many are left out.
[[nodiscard]] std::vector<std::string> standings_block(const arena::RatingList& list,
                                                       const std::vector<std::string>& names,
                                                       std::size_t most = 12);
// The same in one line.
[[nodiscard]] std::string standings_line(const arena::RatingList& list,
                                         const std::vector<std::string>& names,
                                         std::size_t most = 12);

}  // namespace rookery
