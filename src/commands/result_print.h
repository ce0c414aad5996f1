// The result of a match or tournament on stdout, for people or for programs.
#pragma once

#include "arena/match/match_session.h"
#include "arena/match/match_tables.h"

namespace rookery {

// Score or tables, and the openings where they were asked for.
void print_result(const arena::MatchSnapshot& now, const arena::MatchTables& tables);

// What is missing from the tables and why, on stderr.
void print_notes(const arena::MatchTables& tables);

}  // namespace rookery
