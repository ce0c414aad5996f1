// The result of a match as JSON and as a row of a Markdown table.
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

// A ledger is a Markdown table with one row for each match, failed tests included. This is its
// heading, two lines.
[[nodiscard]] std::string ledger_heading();

// Its date, name, conditions and result, with the line's end.
[[nodiscard]] std::string ledger_row(const MatchInfo& info, const MatchSettings& settings,
                                     const MatchSnapshot& now);

}  // namespace rookery::arena
