// The files a match leaves: its games, a chart, a row in a ledger.
#pragma once

#include "arena/match/match_session.h"
#include "arena/match/match_settings.h"
#include "arena/match/match_tables.h"
#include "commands/game_options.h"

#include <vector>

namespace rookery {

struct MatchOutcome {
    const arena::Store& store;
    const arena::MatchInfo& info;
    const std::vector<arena::GameSummary>& games;
    const arena::MatchSettings& settings;
    const arena::MatchSnapshot& now;
};

// Hours later is too late to hear that a file cannot be written. False, and words on stderr.
[[nodiscard]] bool can_write(const ResultOptions& results);

// False, and words on stderr, if one could not be written. The ledger gets a row only of a match
// that has ended.
[[nodiscard]] bool write_files(const MatchOutcome& outcome, const ResultOptions& results);

// The result of a match or tournament on stdout, for people or for programs.

// Score or tables, and the openings where they were asked for.
void print_result(const arena::MatchSnapshot& now, const arena::MatchTables& tables);

// What is missing from the tables and why, on stderr.
void print_notes(const arena::MatchTables& tables);

}  // namespace rookery
