// The result of a match for programs to read.
#pragma once

#include "arena/match/match_session.h"
#include "arena/match/match_settings.h"
#include "arena/match/match_tables.h"

#include <string>

namespace rookery::arena {

class Verification;

// One JSON object over several lines. Numbers that are infinite are null.
[[nodiscard]] std::string json_report(const MatchInfo& info, const MatchSnapshot& now,
                                      const MatchTables& tables);
// Likewise, of a match played again.
[[nodiscard]] std::string json_report(MatchId match, const Verification& verification);

// A match as one row of a ledger: a Markdown table in which every test that decided something is
// kept, the failed ones too.

// The heading of the table, two lines.
[[nodiscard]] std::string ledger_heading();

// Its date, name, conditions and result, with the line's end.
[[nodiscard]] std::string ledger_row(const MatchInfo& info, const MatchSettings& settings,
                                     const MatchSnapshot& now);

}  // namespace rookery::arena
