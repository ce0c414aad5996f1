#include "commands/lab_options.h"

#include "base/machine.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery {

void add_output_options(Command command, arena::TableOutput& output, bool with_chart) {
    command.option("--json", output.json, "FILE", "Also write the tables (JSON)");
    command.option("--csv", output.csv, "FILE", "Also write the tables (CSV)");
    if (with_chart) command.option("--chart", output.chart, "FILE", "Also draw a picture (SVG)");
}

void add_series_options(Command command, lab::SeriesSettings& series) {
    series.concurrency = std::max<std::size_t>(1, usable_processors().size());
    command
        .option("--games", series.games, "N",
                fmt::format("Of each match, in pairs (default: {})", series.games))
        .range(2, 1e6);
    command.option("--openings", series.openings, "FILE",
                   "Opening file: EPD, FEN or PGN, zipped or not (default: random openings)");
    command
        .option("--concurrency", series.concurrency, "N",
                fmt::format("Games at a time (default: {})", series.concurrency))
        .whole_range(1, 1024);
    command
        .option("--hash", series.hash_mib, "MB",
                fmt::format("Hash table of each player (default: {})", series.hash_mib))
        .whole_range(1, 1 << 16);
    command.option("--seed", series.seed, "N",
                   "The same number gives the same openings (default: 1)");
    command.option("--db", series.database, "FILE",
                   "Where games are kept, and found again (default: "
                   "~/.local/share/rookery/arena.db)");
}

}  // namespace rookery
