// The tables of a tournament on stdout.
#pragma once

#include "arena/match/match_session.h"

#include <vector>

namespace rookery {

void print_tournament(const arena::MatchSnapshot& now,
                      const std::vector<arena::GameSummary>& games);

}  // namespace rookery
