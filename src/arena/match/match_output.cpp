#include "arena/match/match_output.h"

#include "arena/match/match_report.h"
#include "arena/match/match_text.h"
#include "arena/match/tally.h"
#include "arena/store/pgn_export.h"
#include "base/text.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

namespace rookery::arena {
namespace {

bool cannot_write(const std::string& file) {
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
    return file.flush() ? true : cannot_write(path);
}

bool write_chart(const MatchOutcome& outcome, const std::string& path) {
    std::ofstream file(path, std::ios::binary);
    file << chart_of(outcome.info.setup.name, outcome.games, outcome.settings.sprt);
    return file.flush() ? true : cannot_write(path);
}

// A new ledger begins with the heading of its table; to an old one the row is added.
bool write_ledger(const MatchOutcome& outcome, const std::string& path) {
    if (outcome.info.state != MatchState::Finished) return true;
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    std::ofstream file(path, std::ios::binary | std::ios::app);
    if (error || size == 0) file << ledger_heading();
    file << ledger_row(outcome.info, outcome.settings, outcome.now);
    return file.flush() ? true : cannot_write(path);
}

void print_lines(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) fmt::print("{}\n", line);
}

void print_table(const std::vector<std::string>& lines) {
    print_lines(lines);
    fmt::print("\n");
}

}  // namespace

Result<std::filesystem::path, std::string> database_of(const MatchOutput& output) {
    if (output.database.empty()) return default_store_path();
    return std::filesystem::path(output.database);
}

std::optional<Store> open_store(const MatchOutput& output, Store::Access access) {
    const auto path = database_of(output);
    if (!path) {
        print_error(path.error());
        return std::nullopt;
    }
    auto store = Store::open(*path, access);
    if (!store) {
        print_error(store.error().what);
        return std::nullopt;
    }
    return std::move(*store);
}

bool can_write(const MatchOutput& output) {
    for (const std::string& path : {output.pgn, output.chart, output.ledger}) {
        if (path.empty() || std::ofstream(path, std::ios::app)) continue;
        return cannot_write(path);
    }
    return true;
}

bool write_files(const MatchOutcome& outcome, const MatchOutput& output) {
    if (!output.pgn.empty() && !write_pgn(outcome, output.pgn)) return false;
    if (!output.chart.empty() && !write_chart(outcome, output.chart)) return false;
    return output.ledger.empty() || write_ledger(outcome, output.ledger);
}

void print_result(const MatchSnapshot& now, const MatchTables& tables) {
    if (tables.tournament) {
        print_table(rating_lines(*tables.tournament, now.players));
        print_table(simple_rating_lines(*tables.tournament, now.players));
        print_table(cross_lines(*tables.tournament, now.players));
        print_table(color_lines(*tables.tournament, now.players));
        print_lines(opening_summary(now));
        print_lines(latency_lines(now));
        print_lines(failure_lines(now));
    } else {
        print_lines(result_lines(now));
    }
    if (!tables.openings) return;
    fmt::print("\n");
    print_table(opening_lines(*tables.openings, now.players));
}

void print_notes(const MatchTables& tables) {
    for (const std::string& note : tables.notes)
        fmt::print(stderr, "Note: {}\n", printable(note, 500));
}

}  // namespace rookery::arena
