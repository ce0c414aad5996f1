// The options of experiments that play matches, and what they need to play them.
#pragma once

#include "arena/match/match_settings.h"
#include "arena/store/store.h"
#include "commands/cli.h"
#include "commands/lab_output.h"
#include "lab/match_series.h"
#include "lab/result_table.h"

#include <cstdint>
#include <optional>
#include <string>

namespace rookery {

struct SeriesOptions {
    std::size_t games = 400;
    std::string openings;
    std::size_t concurrency = 1;  // the processors there are, once added
    std::size_t hash_mib = 8;
    std::uint64_t seed = 1;
    std::string database;

    // The object must live as long as the command.
    void add_to(Command command);

    // For matches under that control. The file of openings is not read yet.
    [[nodiscard]] arena::MatchSettings settings(const arena::TimeControl& control) const;

    // Says on stderr what is wrong with the openings or the database.
    [[nodiscard]] std::optional<arena::Store> open() const;

    // "400 games each, Hash 8, openings of book.epd, seed 1"
    [[nodiscard]] std::string in_words() const;
};

// Prints, writes and draws what an experiment found, says what went wrong or how to go on, and
// gives the exit code.
[[nodiscard]] int finish_series(std::span<const lab::ResultTable> tables,
                                const std::optional<std::string>& problem, bool stopped,
                                const LabOutput& output, const std::string& chart_title);

// A result as a cell of a table.
[[nodiscard]] lab::Cell elo_cell(const std::optional<lab::SeriesResult>& result);
// "+57 =44 -199"
[[nodiscard]] lab::Cell score_cell(const std::optional<lab::SeriesResult>& result);

}  // namespace rookery
