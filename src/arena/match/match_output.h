// The result of a match: on the terminal, as JSON, and in files: games as PGN, a chart, a row of a
// Markdown table.
#pragma once

#include "arena/match/match_session.h"
#include "arena/match/match_settings.h"
#include "arena/match/match_tables.h"

#include <optional>
#include <string>
#include <vector>

namespace rookery::arena {

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

// Where games are stored and which files are written; empty paths: no such file.
struct MatchOutput {
    std::string database;  // empty: the default one
    std::string pgn;
    std::string chart;   // SVG
    std::string ledger;  // Markdown
    bool json = false;
    bool by_opening = false;
    RatingTexts ratings;  // of a tournament; they replace the stored ones
};

[[nodiscard]] Result<std::filesystem::path, std::string> database_of(const MatchOutput& output);
// Prints on stderr why the database cannot be opened.
[[nodiscard]] std::optional<Store> open_store(const MatchOutput& output, Store::Access access);

struct MatchOutcome {
    const Store& store;
    const MatchInfo& info;
    const std::vector<GameSummary>& games;
    const MatchSettings& settings;
    const MatchSnapshot& now;
};

// False, with the error printed, if a file could not be written. Only a finished match gets a row
// in the ledger.
[[nodiscard]] bool write_files(const MatchOutcome& outcome, const MatchOutput& output);

// Score or tables on stdout, and the openings if they are in the tables.
void print_result(const MatchSnapshot& now, const MatchTables& tables);

// Prints on stderr why parts of the tables are missing.
void print_notes(const MatchTables& tables);

}  // namespace rookery::arena
