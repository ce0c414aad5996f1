#include "commands/levels_run.h"

#include "engine/make_searcher.h"
#include "ui/exit_codes.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rookery {
namespace {

using namespace lab;

struct Ladder {
    std::map<int, std::optional<SeriesResult>> results;  // of a level against the one below
    std::string fingerprint;
    std::optional<std::string> problem;
};

// A level stops at its own nodes; the games of beginners are over when a queen is lost for nothing.
arena::MatchSettings settings_of(const SeriesOptions& series) {
    arena::MatchSettings settings = series.settings({.nodes = 10'000'000});
    settings.adjudication.resign = arena::Adjudication::Resign{.moves = 3, .centipawns = 1500};
    settings.adjudication.max_moves = 300;
    return settings;
}

std::string player_of(int level) { return fmt::format("pvs,name=L{0},Level={0},Seed={0}", level); }

bool is_wanted(const LevelsArguments& arguments, int level) {
    return arguments.only.empty() ||
           std::ranges::find(arguments.only, std::to_string(level)) != arguments.only.end();
}

Ladder climb(const LevelsArguments& arguments, arena::Store& store, SearcherTable searchers,
             const std::stop_token& stop, const Progress& progress) {
    Ladder ladder{{}, engine_fingerprint(searchers, stop), {}};
    MatchSeries series(store, settings_of(arguments.series), arguments.series.hash_mib,
                       ladder.fingerprint, searchers);
    for (int level = 2; level <= highest_level && !stop.stop_requested(); ++level) {
        if (!is_wanted(arguments, level)) continue;
        auto played = series.play({fmt::format("level {} v. level {}", level, level - 1),
                                   player_of(level), player_of(level - 1)},
                                  stop, progress);
        if (!played) {
            ladder.problem = played.error();
            break;
        }
        ladder.results[level] = *played;
    }
    return ladder;
}

ResultTable table_of(const Ladder& ladder, const LevelsArguments& arguments) {
    ResultTable table{.title = fmt::format("Each level against the one below ({}; {})",
                                           arguments.series.in_words(), ladder.fingerprint),
                      .key = "levels"};
    table.columns = {{"level", "level"},
                     {.name = "nodes", .key = "nodes", .grouped = true},
                     {.name = "largest error", .key = "largest_error", .grouped = true},
                     {"score", "score"},
                     {"Elo", "elo", 0, true},
                     {"UCI_Elo", "uci_elo"}};
    for (int number = 1; number <= highest_level; ++number) {
        const Level& level = levels()[static_cast<std::size_t>(number - 1)];
        const auto found = ladder.results.find(number);
        const auto result = found == ladder.results.end() ? std::nullopt : found->second;
        table.rows.push_back({Measured{static_cast<double>(number)},
                              Measured{static_cast<double>(level.strength.nodes)},
                              Measured{static_cast<double>(level.strength.largest_error)},
                              score_cell(result), elo_cell(result),
                              Measured{static_cast<double>(level.elo)}});
    }
    table.notes = {"Elo with 95 % intervals. Neighbours lie further apart among themselves than in "
                   "other company."};
    return table;
}

}  // namespace

std::vector<std::string> levels_with_one_below() {
    std::vector<std::string> names;
    for (int level = 2; level <= highest_level; ++level) names.push_back(std::to_string(level));
    return names;
}

int run_levels(const LevelsArguments& arguments, SearcherTable searchers) {
    if (!arguments.output.can_write()) return exit_failed;
    auto store = arguments.series.open();
    if (!store) return exit_failed;
    const auto done = run_watched([&](const std::stop_token& stop, const Progress& progress) {
        return climb(arguments, *store, searchers, stop, progress);
    });
    const std::vector<ResultTable> tables = {table_of(done.value, arguments)};
    return finish_series(tables, done.value.problem, done.stopped, arguments.output,
                         "Each level against the one below");
}

}  // namespace rookery
