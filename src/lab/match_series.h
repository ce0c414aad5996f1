// The matches of an experiment, all under the same conditions, stored in a database: a match that
// was played before is not played again, and an interrupted match goes on.
//
// A match is recognised by its name, its players and its conditions. The name holds the fingerprint
// of the engine, so that games of different versions are never mixed.
#pragma once

#include "arena/match/match_settings.h"
#include "arena/statistics/elo.h"
#include "arena/statistics/result_table.h"
#include "arena/store/store.h"
#include "search/searcher.h"
#include "ui/progress.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::lab {

struct SeriesSettings {
    std::size_t games = 400;
    std::string openings;  // a file; empty: random openings
    std::size_t concurrency = 1;
    std::size_t hash_mib = 8;
    std::uint64_t seed = 1;
    std::string database;  // empty: the usual one

    // For matches at that time control. The file of openings is not read yet.
    [[nodiscard]] arena::MatchSettings match_settings(const arena::TimeControl& control) const;

    // Opens the database. Prints an error and returns nothing if the openings or the database
    // cannot be read.
    [[nodiscard]] std::optional<arena::Store> open_store() const;

    // "400 games each, Hash 8, openings of book.epd, seed 1"
    [[nodiscard]] std::string description() const;
};

struct SeriesMatch {
    std::string name;
    // Players as on the command line; the result is that of the first.
    std::string first, second;
    std::uint64_t second_nodes = 0;  // for each move of the second, instead of the time control
};

struct SeriesResult {
    arena::GameCounts games;
    arena::EloEstimate elo;
    std::uint64_t failures = 0;
};

class MatchSeries {
  public:
    // Both players have the first of the time controls, unless a match says otherwise. The store
    // must outlive the series.
    MatchSeries(arena::Store& store, arena::MatchSettings settings, std::size_t hash_mib,
                std::string fingerprint, SearcherTable searchers)
        : store_(store), settings_(std::move(settings)), hash_mib_(hash_mib),
          fingerprint_(std::move(fingerprint)), searchers_(searchers) {}

    // A stopped match has no result, because a part of its games must not be compared with whole
    // matches; its games are stored. The error says what went wrong.
    [[nodiscard]] Result<std::optional<SeriesResult>, std::string>
    play(const SeriesMatch& match, const std::stop_token& stop = {}, const Progress& progress = {});

    [[nodiscard]] const arena::MatchSettings& settings() const { return settings_; }

  private:
    [[nodiscard]] Result<std::optional<arena::MatchProgress>, std::string>
    take_up(const arena::MatchSetup& setup, const arena::MatchSettings& settings);

    arena::Store& store_;
    arena::MatchSettings settings_;
    std::size_t hash_mib_;
    std::string fingerprint_;
    SearcherTable searchers_;
};

// Nodes of the positions of `bench` with these settings. The error says why they are impossible.
[[nodiscard]] Result<std::uint64_t, std::string> bench_nodes(SearcherTable searchers,
                                                             const SettingValues& settings,
                                                             const std::stop_token& stop = {});

// "bench 1127746": the nodes of `bench` identify the engine, because an engine with another count
// plays other games.
[[nodiscard]] std::string fingerprint_of(std::uint64_t nodes);
[[nodiscard]] std::string engine_fingerprint(SearcherTable searchers,
                                             const std::stop_token& stop = {});

// Elo with its range; empty without a result.
[[nodiscard]] arena::Cell elo_cell(const std::optional<SeriesResult>& result);
// "+57 =44 -199"; empty without a result.
[[nodiscard]] arena::Cell score_cell(const std::optional<SeriesResult>& result);

// The tables of an experiment so far, and the problem that ended it, if there was one.
struct Experiment {
    std::vector<arena::ResultTable> tables;
    std::optional<std::string> problem;
};

// Runs an experiment with a progress line, prints and writes its tables, and returns the exit code.
// The store is null unless the experiment needs matches.
using ExperimentWork =
    std::function<Experiment(arena::Store*, const std::stop_token&, const Progress&)>;
[[nodiscard]] int run_experiment(const SeriesSettings& series, bool needs_matches,
                                 const arena::TableOutput& output, const std::string& chart_title,
                                 const ExperimentWork& work);

}  // namespace rookery::lab
