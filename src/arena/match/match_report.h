// The result of a match for programs to read.
#pragma once

#include "arena/match/match_session.h"
#include "arena/match/match_tables.h"

#include <string>

namespace rookery::arena {

// One JSON object over several lines. Numbers that are infinite are null.
[[nodiscard]] std::string json_report(const MatchInfo& info, const MatchSnapshot& now,
                                      const MatchTables& tables);

}  // namespace rookery::arena
