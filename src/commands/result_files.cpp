#include "commands/result_files.h"

#include "arena/match/match_report.h"
#include "arena/match/match_text.h"
#include "arena/match/tally.h"
#include "arena/store/pgn_export.h"
#include "base/text.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

namespace rookery {

using namespace arena;

namespace {

bool failed(const std::string& file) {
    print_error(fmt::format("{} cannot be written", printable(file, 200)));
    return false;
}

bool write_pgn(const MatchOutcome& outcome, const std::string& path) {
    std::ofstream file(path, std::ios::binary);
    const auto written = export_pgn(outcome.store, outcome.info.id, {}, [&](std::string_view text) {
        file.write(text.data(), static_cast<std::streamsize>(text.size()));
        return file.good();
    });
    if (!written) {
        print_error(written.error().what);
        return false;
    }
    return file.flush() ? true : failed(path);
}

bool write_chart(const MatchOutcome& outcome, const std::string& path) {
    std::ofstream file(path, std::ios::binary);
    file << chart_of(outcome.info.setup.name, outcome.games, outcome.settings.sprt);
    return file.flush() ? true : failed(path);
}

// A new ledger begins with the heading of its table; to an old one the row is added.
bool write_ledger(const MatchOutcome& outcome, const std::string& path) {
    if (outcome.info.state != MatchState::Finished) return true;
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    std::ofstream file(path, std::ios::binary | std::ios::app);
    if (error || size == 0) file << ledger_heading();
    file << ledger_row(outcome.info, outcome.settings, outcome.now);
    return file.flush() ? true : failed(path);
}

}  // namespace

bool can_write(const ResultOptions& results) {
    for (const std::string& path : {results.pgn, results.chart, results.ledger}) {
        if (path.empty() || std::ofstream(path, std::ios::app)) continue;
        return failed(path);
    }
    return true;
}

bool write_files(const MatchOutcome& outcome, const ResultOptions& results) {
    if (!results.pgn.empty() && !write_pgn(outcome, results.pgn)) return false;
    if (!results.chart.empty() && !write_chart(outcome, results.chart)) return false;
    return results.ledger.empty() || write_ledger(outcome, results.ledger);
}

namespace {

void print(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) fmt::print("{}\n", line);
}

void print_table(const std::vector<std::string>& lines) {
    print(lines);
    fmt::print("\n");
}

}  // namespace

void print_result(const arena::MatchSnapshot& now, const arena::MatchTables& tables) {
    if (tables.tournament) {
        print_table(rating_lines(*tables.tournament, now.players));
        print_table(simple_rating_lines(*tables.tournament, now.players));
        print_table(cross_lines(*tables.tournament, now.players));
        print_table(color_lines(*tables.tournament, now.players));
        print(opening_summary(now));
        print(latency_lines(now));
        print(failure_lines(now));
    } else {
        print(result_lines(now));
    }
    if (!tables.openings) return;
    fmt::print("\n");
    print_table(opening_lines(*tables.openings, now.players));
}

void print_notes(const arena::MatchTables& tables) {
    for (const std::string& note : tables.notes)
        fmt::print(stderr, "Note: {}\n", printable(note, 500));
}

}  // namespace rookery
