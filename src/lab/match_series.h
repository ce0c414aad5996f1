// The matches of an experiment, all under the same conditions, kept in a database: what was played
// before is not played again, and what was interrupted goes on.
//
// A match is known again by its name, its players and its conditions. The name carries the
// fingerprint of the engine, so that nothing is mixed with the games of another version.
#pragma once

#include "arena/match/match_settings.h"
#include "arena/statistics/elo.h"
#include "arena/store/store.h"
#include "lab/result_table.h"
#include "search/searcher.h"

#include <optional>
#include <stop_token>
#include <string>

namespace rookery::lab {

struct SeriesMatch {
    std::string name;
    // As on the command line; the result is the first one's.
    std::string first, second;
};

struct SeriesResult {
    arena::GameCounts games;
    arena::EloEstimate elo;
    std::uint64_t failures = 0;
};

class MatchSeries {
  public:
    // Both players have the first of the controls. The store must outlive the series.
    MatchSeries(arena::Store& store, arena::MatchSettings settings, std::size_t hash_mib,
                std::string fingerprint, SearcherTable searchers)
        : store_(store), settings_(std::move(settings)), hash_mib_(hash_mib),
          fingerprint_(std::move(fingerprint)), searchers_(searchers) {}

    // Without a result where it was stopped: what a part of the games says must not stand beside
    // whole matches. They are stored. The error says what went wrong.
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

// Nodes of the positions of `bench` with other settings. The error is that of an impossible choice.
[[nodiscard]] Result<std::uint64_t, std::string> bench_nodes(SearcherTable searchers,
                                                             const SettingValues& settings,
                                                             const std::stop_token& stop = {});

// "bench 1127746": the nodes of the engine as it is. A search that counts otherwise plays other
// games.
[[nodiscard]] std::string fingerprint_of(std::uint64_t nodes);
[[nodiscard]] std::string engine_fingerprint(SearcherTable searchers,
                                             const std::stop_token& stop = {});

}  // namespace rookery::lab
