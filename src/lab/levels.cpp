#include "lab/levels.h"

#include "engine/make_searcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rookery::lab {
namespace {

using arena::Measured;
using arena::ResultTable;

// By level: its result against the next lower one.
using LevelResults = std::map<int, std::optional<SeriesResult>>;

// The level itself limits the nodes. Games of weak levels are adjudicated early.
arena::MatchSettings settings_of(const SeriesSettings& series) {
    arena::MatchSettings settings = series.match_settings({.nodes = 10'000'000});
    settings.adjudication.resign = arena::Adjudication::Resign{.moves = 3, .centipawns = 1500};
    settings.adjudication.max_moves = 300;
    return settings;
}

std::string player_of(int level) { return fmt::format("pvs,name=L{0},Level={0},Seed={0}", level); }

bool is_wanted(const LevelsSettings& settings, int level) {
    return settings.only.empty() ||
           std::ranges::find(settings.only, std::to_string(level)) != settings.only.end();
}

ResultTable table_of(const LevelResults& results, const std::string& conditions) {
    ResultTable table{.title = fmt::format("Each level against the one below ({})", conditions),
                      .key = "levels"};
    table.columns = {{"level", "level"},
                     {.name = "nodes", .key = "nodes", .grouped = true},
                     {.name = "largest error", .key = "largest_error", .grouped = true},
                     {"score", "score"},
                     {"Elo", "elo", 0, true},
                     {"UCI_Elo", "uci_elo"}};
    for (int number = 1; number <= highest_level; ++number) {
        const Level& level = levels()[static_cast<std::size_t>(number - 1)];
        const auto found = results.find(number);
        const auto result = found == results.end() ? std::nullopt : found->second;
        table.rows.push_back({Measured{static_cast<double>(number)},
                              Measured{static_cast<double>(level.strength.nodes)},
                              Measured{static_cast<double>(level.strength.largest_error)},
                              score_cell(result), elo_cell(result),
                              Measured{static_cast<double>(level.elo)}});
    }
    table.notes = {"Elo with 95 % intervals. Neighbours are further apart in matches against each "
                   "other than in a field of all levels."};
    return table;
}

Experiment play_levels(const LevelsSettings& settings, arena::Store& store, SearcherTable searchers,
                       const std::stop_token& stop, const Progress& progress) {
    const std::string fingerprint = engine_fingerprint(searchers, stop);
    MatchSeries series(store, settings_of(settings.series), settings.series.hash_mib, fingerprint,
                       searchers);
    LevelResults results;
    std::optional<std::string> problem;
    for (int level = 2; level <= highest_level && !stop.stop_requested() && !problem; ++level) {
        if (!is_wanted(settings, level)) continue;
        auto played = series.play({fmt::format("level {} v. level {}", level, level - 1),
                                   player_of(level), player_of(level - 1)},
                                  stop, progress);
        if (played)
            results[level] = *played;
        else
            problem = played.error();
    }
    const std::string conditions =
        fmt::format("{}; {}", settings.series.description(), fingerprint);
    return {{table_of(results, conditions)}, problem};
}

}  // namespace

std::vector<std::string> levels_with_one_below() {
    std::vector<std::string> names;
    for (int level = 2; level <= highest_level; ++level) names.push_back(std::to_string(level));
    return names;
}

int run_levels(const LevelsSettings& settings, SearcherTable searchers) {
    return run_experiment(
        settings.series, true, settings.output, "Each level against the one below",
        [&](arena::Store* store, const std::stop_token& stop, const Progress& progress) {
            return play_levels(settings, *store, searchers, stop, progress);
        });
}

}  // namespace rookery::lab
