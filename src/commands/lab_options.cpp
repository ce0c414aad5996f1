#include "commands/lab_options.h"

#include "base/machine.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery {

void add_output_options(Command command, arena::TableOutput& output, bool with_chart) {
    command.option("--json", output.json, "Also write the tables (JSON)").type("FILE");
    command.option("--csv", output.csv, "Also write the tables (CSV)").type("FILE");
    if (with_chart)
        command.option("--chart", output.chart, "Also draw a picture (SVG)").type("FILE");
}

void add_series_options(Command command, lab::SeriesSettings& series) {
    series.concurrency = std::max<std::size_t>(1, usable_processors().size());
    command
        .option("--games", series.games,
                fmt::format("Of each match, in pairs (default: {})", series.games))
        .type("N")
        .range(2, 1e6);
    command
        .option("--openings", series.openings,
                "Opening file: EPD, FEN or PGN, zipped or not (default: random openings)")
        .type("FILE");
    command
        .option("--concurrency", series.concurrency,
                fmt::format("Games at a time (default: {})", series.concurrency))
        .type("N")
        .whole_range(1, 1024);
    command
        .option("--hash", series.hash_mib,
                fmt::format("Hash table of each player (default: {})", series.hash_mib))
        .type("MB")
        .whole_range(1, 1 << 16);
    command.option("--seed", series.seed, "The same number gives the same openings (default: 1)")
        .type("N");
    command
        .option("--db", series.database,
                "Where games are kept, and found again (default: "
                "~/.local/share/rookery/arena.db)")
        .type("FILE");
}

}  // namespace rookery
