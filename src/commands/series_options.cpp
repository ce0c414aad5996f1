#include "commands/series_options.h"

#include "base/machine.h"
#include "base/text.h"
#include "commands/match_run.h"
#include "lab/result_table.h"
#include "ui/exit_codes.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace rookery {

void SeriesOptions::add_to(Command command) {
    concurrency = std::max<std::size_t>(1, usable_processors().size());
    command.option("--games", games, fmt::format("Of each match, in pairs (default: {})", games))
        .type("N")
        .range(2, 1e6);
    command
        .option("--openings", openings,
                "Opening file: EPD, FEN or PGN, zipped or not (default: random openings)")
        .type("FILE");
    command
        .option("--concurrency", concurrency,
                fmt::format("Games at a time (default: {})", concurrency))
        .type("N")
        .whole_range(1, 1024);
    command
        .option("--hash", hash_mib,
                fmt::format("Hash table of each player (default: {})", hash_mib))
        .type("MB")
        .whole_range(1, 1 << 16);
    command.option("--seed", seed, "The same number gives the same openings (default: 1)")
        .type("N");
    command
        .option("--db", database,
                "Where games are kept, and found again (default: ~/.local/share/rookery/arena.db)")
        .type("FILE");
}

arena::MatchSettings SeriesOptions::settings(const arena::TimeControl& control) const {
    arena::MatchSettings settings;
    settings.games = games + games % 2;
    settings.controls = {control};
    if (!openings.empty()) {
        // The experiment may go on from another folder.
        std::error_code error;
        const auto path = std::filesystem::absolute(openings, error);
        settings.openings.file = error ? openings : path.string();
    }
    settings.seed = seed;
    settings.concurrency = concurrency;
    return settings;
}

std::optional<arena::Store> SeriesOptions::open() const {
    if (!openings.empty())
        if (const auto book = arena::load_book(settings({}).openings); !book) {
            print_error(printable(book.error(), 2000));
            return std::nullopt;
        }
    ResultOptions results;
    results.database = database;
    return open_store(results, arena::Store::Access::Write);
}

std::string SeriesOptions::in_words() const {
    return fmt::format("{} games each, Hash {}, {}, seed {}", games + games % 2, hash_mib,
                       openings.empty()
                           ? "random openings"
                           : "openings of " + std::filesystem::path(openings).filename().string(),
                       seed);
}

int finish_series(std::span<const lab::ResultTable> tables,
                  const std::optional<std::string>& problem, bool stopped, const LabOutput& output,
                  const std::string& chart_title) {
    print_tables(tables);
    if (problem) {
        print_error(printable(*problem, 2000));
        return exit_failed;
    }
    if (!output.write(tables, [&] { return arena::svg_of(lab::bars_of(chart_title, tables)); }))
        return exit_failed;
    if (!stopped) return exit_ok;
    fmt::print(stderr, "Finished games are stored: the same command goes on.\n");
    return exit_interrupted;
}

lab::Cell elo_cell(const std::optional<lab::SeriesResult>& result) {
    if (!result) return {};
    const arena::Bounded& elo = result->elo.elo;
    return lab::Measured{elo.value, elo.low, elo.high};
}

lab::Cell score_cell(const std::optional<lab::SeriesResult>& result) {
    if (!result) return {};
    const arena::GameCounts& games = result->games;
    return fmt::format("+{} ={} -{}", games.wins, games.draws, games.losses);
}

}  // namespace rookery
