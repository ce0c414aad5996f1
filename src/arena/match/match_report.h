// The result of a match for programs to read.
#pragma once

#include "arena/match/match_session.h"
#include "arena/match/match_tables.h"

#include <string>

namespace rookery::arena {

class Verification;

// One JSON object over several lines. Numbers that are infinite are null.
[[nodiscard]] std::string json_report(const MatchInfo& info, const MatchSnapshot& now,
                                      const MatchTables& tables);
// Likewise, of a match played again.
[[nodiscard]] std::string json_report(MatchId match, const Verification& verification);

}  // namespace rookery::arena
