#include "lab/match_series.h"

#include "arena/match/lineup.h"
#include "arena/match/match_session.h"
#include "engine/make_searcher.h"
#include "search/bench.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <utility>

namespace rookery::lab {
namespace {

using namespace arena;

// The settings that change the games; the number of games and the concurrency do not.
std::string conditions_of(MatchSettings settings) {
    settings.games = 0;
    settings.concurrency = 1;
    settings.openings.count = 0;
    return to_json(settings);
}

bool is_same(const MatchSetup& stored, const MatchSetup& wanted, const MatchSettings& settings) {
    if (stored.name != wanted.name || stored.kind != wanted.kind ||
        stored.players.size() != wanted.players.size())
        return false;
    // The settings of a player count, not the words by which it was chosen.
    for (std::size_t i = 0; i < stored.players.size(); ++i)
        if (stored.players[i].settings != wanted.players[i].settings) return false;
    const auto before = match_settings_from(stored.settings);
    return before.ok() && conditions_of(*before) == conditions_of(settings);
}

SeriesResult result_of(const Tally& tally) {
    return {tally.games(), tally.elo(), tally.failure_count()};
}

std::string standing(const std::string& name, const MatchSnapshot& now) {
    std::string text = fmt::format("{}: {} of {} games", name, now.tally.finished(), now.wanted);
    if (now.tally.finished() > 0) text += fmt::format(", Elo {}", elo_text(now.elo.elo));
    return text;
}

// Plays on another thread, so that this thread can report the score.
MatchConclusion play_and_report(MatchSession& session, const std::string& name,
                                const std::stop_token& stop, const Progress& progress) {
    auto conclusion = std::async(std::launch::async, [&] { return session.run(stop); });
    do report(progress, standing(name, session.snapshot()));
    while (conclusion.wait_for(std::chrono::milliseconds(200)) != std::future_status::ready);
    return conclusion.get();
}

}  // namespace

MatchSettings SeriesSettings::match_settings(const TimeControl& control) const {
    MatchSettings settings;
    settings.games = games + games % 2;
    settings.controls = {control};
    if (!openings.empty()) {
        // Absolute, because the experiment may be continued from another folder.
        std::error_code error;
        const auto path = std::filesystem::absolute(openings, error);
        settings.openings.file = error ? openings : path.string();
    }
    settings.seed = seed;
    settings.concurrency = concurrency;
    return settings;
}

std::optional<Store> SeriesSettings::open_store() const {
    if (!openings.empty())
        if (const auto book = load_book(match_settings({}).openings); !book) {
            print_printable_error(book.error());
            return std::nullopt;
        }
    const auto path = database.empty() ? default_store_path()
                                       : Result<std::filesystem::path, std::string>(database);
    if (!path) {
        print_error(path.error() + "; name a file with --db");
        return std::nullopt;
    }
    auto store = Store::open(*path, Store::Access::Write);
    if (store) return std::move(*store);
    print_error(store.error().what);
    return std::nullopt;
}

std::string SeriesSettings::description() const {
    return fmt::format("{} games each, Hash {}, {}, seed {}", games + games % 2, hash_mib,
                       openings.empty()
                           ? "random openings"
                           : "openings of " + std::filesystem::path(openings).filename().string(),
                       seed);
}

Result<std::optional<MatchProgress>, std::string>
MatchSeries::take_up(const MatchSetup& setup, const MatchSettings& settings) {
    const auto matches = store_.list_matches();
    if (!matches) return failure(matches.error().what);
    for (const MatchListing& listing : *matches) {
        if (!is_same(listing.info.setup, setup, settings)) continue;
        auto progress = store_.resume_match(listing.info.id);
        if (!progress) return failure(progress.error().what);
        return std::optional(std::move(*progress));
    }
    return std::optional<MatchProgress>();
}

Result<std::optional<SeriesResult>, std::string>
MatchSeries::play(const SeriesMatch& match, const std::stop_token& stop, const Progress& progress) {
    report(progress, match.name);
    MatchSettings settings = settings_;
    settings.controls.assign(2, settings_.controls.front());
    if (match.second_nodes > 0) settings.controls.back() = {.nodes = match.second_nodes};
    auto lineup = look_up({match.first, match.second}, EngineRegistry(), searchers_);
    if (!lineup) return failure(lineup.error());
    if (auto problem =
            try_out(*lineup, {hash_mib_, 1, false, settings.controls, settings.seed}, searchers_))
        return failure(std::move(*problem));
    MatchSetup setup;
    setup.name = fmt::format("{} ({})", match.name, fingerprint_);
    setup.seed = settings.seed;
    setup.players = lineup->entries;

    auto known = take_up(setup, settings);
    if (!known) return failure(known.error());
    std::vector<GameSummary> finished;
    if (*known) finished = std::move((*known)->finished);
    // Only the games that are wanted now; more may be stored.
    std::erase_if(finished,
                  [&](const GameSummary& game) { return game.place.number >= settings.games; });
    if (finished.size() >= settings.games) {
        Tally tally;
        for (const GameSummary& game : finished) tally.add(game);
        store_.release_match((*known)->info.id);
        return std::optional(result_of(tally));
    }

    auto runner = runner_settings_of(settings);
    if (!runner) return failure(runner.error());
    seat(*runner, *lineup, searchers_);
    setup.settings = to_json(settings);
    MatchId id = 0;
    if (*known) {
        id = (*known)->info.id;
        if (auto error = store_.change_settings(id, setup.settings)) return failure(error->what);
    } else {
        const auto created = store_.create_match(setup);
        if (!created) return failure(created.error().what);
        id = *created;
    }
    MatchSession session(
        store_, id, {schedule_of(settings, 2), std::move(*runner), {}, lineup->names()}, finished);
    const MatchConclusion conclusion = play_and_report(session, match.name, stop, progress);
    store_.release_match(id);
    if (conclusion.end == MatchEnd::Failed) return failure(conclusion.problem);
    if (conclusion.end == MatchEnd::Interrupted) return std::optional<SeriesResult>();
    return std::optional(result_of(session.snapshot().tally));
}

Result<std::uint64_t, std::string>
bench_nodes(SearcherTable searchers, const SettingValues& settings, const std::stop_token& stop) {
    SearcherChoice choice{std::string(searchers.front().name), "", {}};
    choice.settings = settings;
    auto searcher = make_searcher(choice, searchers);
    if (!searcher) return failure(searcher.error());
    (*searcher)->resize(Resources{});
    return run_bench(**searcher, bench_roots(), bench_depth, {}, stop).nodes;
}

std::string fingerprint_of(std::uint64_t nodes) { return fmt::format("bench {}", nodes); }

std::string engine_fingerprint(SearcherTable searchers, const std::stop_token& stop) {
    return fingerprint_of(bench_nodes(searchers, {}, stop).value_or(0));
}

Cell elo_cell(const std::optional<SeriesResult>& result) {
    if (!result) return {};
    const Bounded& elo = result->elo.elo;
    return Measured{elo.value, elo.low, elo.high};
}

Cell score_cell(const std::optional<SeriesResult>& result) {
    if (!result) return {};
    const GameCounts& games = result->games;
    return fmt::format("+{} ={} -{}", games.wins, games.draws, games.losses);
}

int run_experiment(const SeriesSettings& series, bool needs_matches, const TableOutput& output,
                   const std::string& chart_title, const ExperimentWork& work) {
    std::optional<Store> store;
    if (needs_matches) {
        store = series.open_store();
        if (!store) return exit_failed;
    }
    const auto done = run_watched([&](const std::stop_token& stop, const Progress& progress) {
        return work(store ? &*store : nullptr, stop, progress);
    });
    const auto& tables = done.value.tables;
    const auto& problem = done.value.problem;
    print_tables(tables);
    if (problem) return fail_with_printable(*problem);
    if (!output.write(tables, [&] { return svg_of(bars_of(chart_title, tables)); }))
        return exit_failed;
    if (!done.stopped) return exit_ok;
    fmt::print(stderr, "Finished games are stored: the same command goes on.\n");
    return exit_interrupted;
}

}  // namespace rookery::lab
