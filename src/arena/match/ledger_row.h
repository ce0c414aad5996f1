// A match as one row of a ledger: a Markdown table in which every test that decided something is
// kept, the failed ones too.
#pragma once

#include "arena/match/match_session.h"
#include "arena/match/match_settings.h"

#include <string>

namespace rookery::arena {

// The heading of the table, two lines.
[[nodiscard]] std::string ledger_heading();

// Its date, name, conditions and result, with the line's end.
[[nodiscard]] std::string ledger_row(const MatchInfo& info, const MatchSettings& settings,
                                     const MatchSnapshot& now);

}  // namespace rookery::arena
