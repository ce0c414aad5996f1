#include "commands/result_files.h"

#include "arena/match/ledger_row.h"
#include "arena/match/tally.h"
#include "arena/store/pgn_export.h"
#include "commands/complain.h"
#include "notation/printable.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

namespace rookery {

using namespace arena;

namespace {

bool failed(const std::string& file) {
    complain(fmt::format("{} cannot be written", printable(file, 200)));
    return false;
}

bool write_pgn(const MatchOutcome& outcome, const std::string& path) {
    std::ofstream file(path, std::ios::binary);
    const auto written =
        export_pgn(outcome.store, outcome.info.id, {}, [&](std::string_view text) {
            file.write(text.data(), static_cast<std::streamsize>(text.size()));
            return file.good();
        });
    if (!written) {
        complain(written.error().what);
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

}  // namespace rookery
