#include "commands/match_run.h"

#include "arena/match/match_report.h"
#ifdef ROOKERY_COLONY
#include "commands/colony/colony_jobs.h"
#endif
#include "arena/match/match_text.h"
#include "base/text.h"
#include "commands/match_display.h"
#include "commands/result_files.h"
#include "ui/exit_codes.h"
#include "ui/interrupts.h"
#include "ui/messages.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <cmath>

namespace rookery {

using namespace arena;

namespace {

MatchConclusion play(MatchSession& session, const std::string& title,
                     const RatingSettings& ratings) {
    MatchDisplay display(title, ratings);
    const MatchConclusion conclusion =
        run_interruptibly([&](const std::stop_token& stop) { return session.run(stop); },
                          [&] { display.show(session); },
                          [&] { display.say("Stopping; Ctrl-C again ends at once."); });
    display.finish(session);
    return conclusion;
}

int exit_code_of(const MatchConclusion& conclusion, const MatchSnapshot& now) {
    switch (conclusion.end) {
        case MatchEnd::Failed: return exit_failed;
        case MatchEnd::Interrupted: return exit_interrupted;
        case MatchEnd::Complete:
        case MatchEnd::Decided: break;
    }
    if (!now.sprt) return exit_ok;
    switch (now.sprt->state) {
        case SprtState::AcceptedH1: return exit_ok;
        case SprtState::AcceptedH0: return exit_rejected;
        case SprtState::Running: return exit_undecided;
    }
    return exit_ok;
}

// What it was begun with, and is shown and resumed with.
const char* command_for(const MatchInfo& info) {
    return info.setup.kind == MatchKind::Tournament ? "tournament" : "match";
}

void print_conclusion(const MatchInfo& info, const MatchSnapshot& now,
                      const MatchConclusion& conclusion, const MatchTables& tables) {
    fmt::print("{}\n", info.setup.name);
    print_result(now, tables);
    fmt::print("played    {} of {} games in {}\n", now.tally.finished(), now.wanted,
               time_text(now.seconds));
    if (conclusion.end == MatchEnd::Complete || conclusion.end == MatchEnd::Decided)
        fmt::print("stored    as match {}; 'rookery {} --show {}' shows it again\n", info.id,
                   command_for(info), info.id);
}

// From the first game to the exit code.
int play_to_the_end(Store& store, const MatchInfo& begun, MatchSession& session,
                    const MatchSettings& settings, const ResultOptions& results) {
    const std::string title = printable(begun.setup.name, 200);
    const MatchConclusion conclusion = play(session, title, settings.ratings);
    const MatchSnapshot now = session.snapshot();
    const auto info = store.find_match(begun.id);
    const auto games = store.summaries(begun.id);
    if (!info || !games) {
        print_error(info ? games.error().what : info.error().what);
        return exit_failed;
    }
    const auto tables = match_tables(store, *info, settings, *games, results.by_opening);
    if (!tables) {
        print_error(tables.error());
        return exit_failed;
    }
    if (results.json)
        fmt::print("{}", json_report(*info, now, *tables));
    else
        print_conclusion(*info, now, conclusion, *tables);
    std::fflush(stdout);
    print_notes(*tables);
    if (conclusion.end == MatchEnd::Failed) print_error(printable(conclusion.problem, 2000));
    if (conclusion.end == MatchEnd::Failed || conclusion.end == MatchEnd::Interrupted)
        fmt::print(stderr, "Finished games are stored. To go on: rookery {} --resume {}{}\n",
                   command_for(begun), begun.id,
                   results.database.empty() ? "" : fmt::format(" --db {}", results.database));
    if (!write_files({store, *info, *games, settings, now}, results)) return exit_failed;
    return exit_code_of(conclusion, now);
}

std::string default_name(const std::vector<std::string>& names) {
    return names.size() == 2 ? fmt::format("{} vs {}", names[0], names[1])
                             : fmt::format("{}", fmt::join(names, ", "));
}

void warn_of_few_openings(const MatchSettings& settings, const Schedule& schedule) {
    const std::size_t slots = schedule.empty() ? 0 : schedule.back().opening_slot + 1;
    if (settings.openings.count == 0 || slots <= settings.openings.count) return;
    // A test may end long before; nobody needs to be warned of what it allows at most.
    if (settings.sprt) return;
    fmt::print(stderr, "Note: there are {} openings for {} pairs, so they will repeat.\n",
               settings.openings.count, slots);
}

Result<std::filesystem::path, std::string> database_of(const ResultOptions& options) {
    if (options.database.empty()) return default_store_path();
    return std::filesystem::path(options.database);
}

#ifdef ROOKERY_COLONY
using Elsewhere = ColonyGames;
#else
struct Elsewhere : PairExecutor {
    static void choose_match(const std::filesystem::path&, MatchId) {}
};
#endif

// Nobody, where the games are played here.
Result<std::shared_ptr<Elsewhere>, std::string>
find_others([[maybe_unused]] const ResultOptions& options, [[maybe_unused]] const Lineup& lineup,
            [[maybe_unused]] MatchSettings& settings, [[maybe_unused]] SearcherTable searchers) {
#ifdef ROOKERY_COLONY
    if (options.colony.is_chosen())
        return ColonyGames::enter(options.colony, lineup, settings, searchers);
#endif
    return std::shared_ptr<Elsewhere>();
}

// They, if there are any, play that match.
void let_play(const std::shared_ptr<Elsewhere>& others, const ResultOptions& options, MatchId match,
              const MatchSettings& settings, RunnerSettings& runner) {
    const auto database = database_of(options);
    if (!others || !database) return;
    others->choose_match(*database, match);
    runner.elsewhere = others;
    // Others may have asked for some.
    runner.game.grace = settings.grace;
}

}  // namespace

std::optional<Store> open_store(const ResultOptions& options, Store::Access access) {
    const auto path = database_of(options);
    if (!path) {
        print_error(path.error());
        return std::nullopt;
    }
    auto store = Store::open(*path, access);
    if (!store) {
        print_error(store.error().what);
        return std::nullopt;
    }
    return std::move(*store);
}

int begin_match(const std::vector<std::string>& players, const GameOptions& games,
                MatchSettings settings, const ResultOptions& results, SearcherTable searchers) {
    const auto refuse = [](const std::string& why, int code) {
        print_error(why);
        return code;
    };
    if (auto problem = validate(settings)) return refuse(*problem, exit_usage);
    if (!can_write(results)) return exit_failed;
    const auto registry = EngineRegistry::load(EngineRegistry::default_path());
    if (!registry) return refuse(registry.error(), exit_failed);
    auto lineup = look_up(players, *registry, searchers);
    if (!lineup) return refuse(lineup.error(), exit_usage);
    if (auto problem = results.ratings.apply_to(settings.ratings, lineup->names()))
        return refuse(*problem, exit_usage);
    if (auto problem = try_out(*lineup, games.request(settings), searchers))
        return refuse(*problem, exit_failed);
    if (settings.nodes_per_second == clock_to_be_measured) {
        const auto speed = measured_speed(*lineup, searchers);
        if (!speed) return refuse(speed.error(), exit_failed);
        settings.nodes_per_second = std::max(1000.0, std::round(*speed / 1000) * 1000);
        fmt::print(stderr, "Measured: {:.0f} nodes count as a second.\n",
                   *settings.nodes_per_second);
    }
    auto runner = runner_settings_of(settings);
    if (!runner) return refuse(runner.error(), exit_failed);
    seat(*runner, *lineup, searchers);
    if (settings.pin)
        if (auto problem = pin(*runner, *lineup)) return refuse(*problem, exit_usage);
    const auto others = find_others(results, *lineup, settings, searchers);
    if (!others) return refuse(others.error(), exit_failed);
    auto store = open_store(results, Store::Access::Write);
    if (!store) return exit_failed;

    MatchSetup setup;
    setup.name = games.name.empty() ? default_name(lineup->names()) : printable(games.name, 200);
    setup.kind = settings.format == Format::Match ? MatchKind::Match : MatchKind::Tournament;
    setup.settings = to_json(settings);
    setup.seed = settings.seed;
    setup.players = lineup->entries;
    const auto id = store->create_match(setup);
    if (!id) return refuse(id.error().what, exit_failed);

    let_play(*others, results, *id, settings, *runner);
    MatchInfo info;
    info.id = *id;
    info.setup = std::move(setup);
    MatchPlan plan{schedule_of(settings, players.size()), std::move(*runner), settings.sprt,
                   lineup->names()};
    warn_of_few_openings(settings, plan.schedule);
    MatchSession session(*store, *id, std::move(plan));
    return play_to_the_end(*store, info, session, settings, results);
}

Result<StoredMatch, std::string> take_up(const MatchInfo& info, const Changes& changes,
                                         SearcherTable searchers) {
    auto settings = match_settings_from(info.setup.settings);
    if (!settings) return failure(settings.error());
    if (changes.length) {
        if (auto problem = lengthen(*settings, *changes.length)) return failure(*problem);
    }
    if (changes.concurrency) settings->concurrency = *changes.concurrency;
    settings->pin = settings->pin || changes.pin;
    const auto lineup = line_up_again(info.setup.players);
    if (!lineup) return failure(lineup.error());
    auto runner = runner_settings_of(*settings);
    if (!runner) return failure(runner.error());
    seat(*runner, *lineup, searchers);
    if (settings->pin) {
        if (auto problem = pin(*runner, *lineup)) return failure(*problem);
    }
    Schedule schedule = schedule_of(*settings, lineup->specs.size());
    const auto sprt = settings->sprt;
    return StoredMatch{std::move(*settings),
                       {std::move(schedule), std::move(*runner), sprt, lineup->names()}};
}

std::optional<std::string> rate_otherwise(const MatchInfo& info, const RatingArguments& ratings,
                                          MatchSettings& settings) {
    if (!ratings.given()) return std::nullopt;
    if (info.setup.kind != MatchKind::Tournament)
        return fmt::format("{} is a match between two players; only tournaments have rating lists",
                           info.id);
    std::vector<std::string> names;
    for (const PlayerEntry& player : info.setup.players) names.push_back(player.name);
    return ratings.apply_to(settings.ratings, names);
}

int resume_match(MatchId match, const Changes& changes, const ResultOptions& results,
                 SearcherTable searchers) {
    const auto refuse = [](const std::string& why, int code = exit_failed) {
        print_error(why);
        return code;
    };
    if (!can_write(results)) return exit_failed;
    auto store = open_store(results, Store::Access::Write);
    if (!store) return exit_failed;
    const auto progress = store->resume_match(match);
    if (!progress) return refuse(progress.error().what);
    const MatchInfo& info = progress->info;
    auto stored = take_up(info, changes, searchers);
    if (!stored) return refuse(stored.error());
    if (info.state == MatchState::Finished &&
        stored->plan.schedule.size() <= progress->finished.size())
        return refuse(fmt::format("match {0} is finished; 'rookery {1} --show {0}' shows it", match,
                                  command_for(info)));
    if (auto problem = rate_otherwise(info, results.ratings, stored->settings))
        return refuse(*problem, exit_usage);
    const auto lineup = line_up_again(info.setup.players);
    if (!lineup) return refuse(lineup.error());
    const auto reference = stored->settings.reference_speed;
    const auto others = find_others(results, *lineup, stored->settings, searchers);
    if (!others) return refuse(others.error());
    if (changes.length || results.ratings.given() || stored->settings.reference_speed != reference)
        if (auto error = store->change_settings(match, to_json(stored->settings)))
            return refuse(error->what);
    let_play(*others, results, match, stored->settings, stored->plan.runner);
    MatchSession session(*store, match, std::move(stored->plan), progress->finished);
    return play_to_the_end(*store, info, session, stored->settings, results);
}

}  // namespace rookery
