#include "arena/match/match_run.h"

#include "arena/match/match_display.h"
#include "arena/match/match_report.h"
#include "arena/match/match_text.h"
#include "base/text.h"
#include "ui/interrupts.h"
#include "ui/messages.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <cmath>

namespace rookery::arena {
namespace {

MatchConclusion play_shown(MatchSession& session, const std::string& title,
                           const RatingSettings& ratings) {
    MatchDisplay display(title, ratings);
    const MatchConclusion conclusion =
        run_interruptibly([&](const std::stop_token& stop) { return session.run(stop); },
                          [&] { display.show(session); },
                          [&] { display.print_line("Stopping; Ctrl-C again ends at once."); });
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

// The command that began the match also shows and resumes it.
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
                    const MatchSettings& settings, const MatchOutput& output) {
    const std::string title = printable(begun.setup.name, 200);
    const MatchConclusion conclusion = play_shown(session, title, settings.ratings);
    const MatchSnapshot now = session.snapshot();
    const auto info = store.find_match(begun.id);
    if (!info) return fail_with(info.error().what);
    const auto games = store.summaries(begun.id);
    if (!games) return fail_with(games.error().what);
    const auto tables = match_tables(store, *info, settings, *games, output.by_opening);
    if (!tables) return fail_with(tables.error());
    if (output.json)
        fmt::print("{}", json_report(*info, now, *tables));
    else
        print_conclusion(*info, now, conclusion, *tables);
    std::fflush(stdout);
    print_notes(*tables);
    if (conclusion.end == MatchEnd::Failed) print_printable_error(conclusion.problem);
    if (conclusion.end == MatchEnd::Failed || conclusion.end == MatchEnd::Interrupted)
        fmt::print(stderr, "Finished games are stored. To go on: rookery {} --resume {}{}\n",
                   command_for(begun), begun.id,
                   output.database.empty() ? "" : fmt::format(" --db {}", output.database));
    if (!write_files({store, *info, *games, settings, now}, output)) return exit_failed;
    return exit_code_of(conclusion, now);
}

std::string default_name(const std::vector<std::string>& names) {
    return names.size() == 2 ? fmt::format("{} vs {}", names[0], names[1])
                             : fmt::format("{}", fmt::join(names, ", "));
}

void warn_of_few_openings(const MatchSettings& settings, const Schedule& schedule) {
    const std::size_t slots = schedule.empty() ? 0 : schedule.back().opening_slot + 1;
    if (settings.openings.count == 0 || slots <= settings.openings.count) return;
    // A sequential test may end long before its greatest number of games.
    if (settings.sprt) return;
    fmt::print(stderr, "Note: there are {} openings for {} pairs, so they will repeat.\n",
               settings.openings.count, slots);
}

// Nothing where the games are played here.
Result<ExecutorMaker, std::string> connect_executor(const MatchContext& context,
                                                    const Lineup& lineup, MatchSettings& settings) {
    if (!context.connect) return ExecutorMaker();
    return context.connect(lineup, settings);
}

void use_executor(const ExecutorMaker& make, const MatchOutput& output, MatchId match,
                  const MatchSettings& settings, RunnerSettings& runner) {
    const auto database = database_of(output);
    if (!make || !database) return;
    runner.make_executor = [make, path = *database, match] { return make(path, match); };
    // Connecting may have set some.
    runner.game.grace = settings.grace;
}

// Replaces "nodes:auto" by the players' mean speed on this machine.
std::optional<std::string> measure_clock(MatchSettings& settings, const Lineup& lineup,
                                         SearcherTable searchers) {
    if (settings.nodes_per_second != clock_to_be_measured) return std::nullopt;
    const auto speed = measured_speed(lineup, searchers);
    if (!speed) return speed.error();
    settings.nodes_per_second = std::max(1000.0, std::round(*speed / 1000) * 1000);
    fmt::print(stderr, "Measured: {:.0f} nodes count as a second.\n", *settings.nodes_per_second);
    return std::nullopt;
}

}  // namespace

int begin_match(NewMatch match, const MatchContext& context) {
    MatchSettings& settings = match.settings;
    const SearcherTable searchers = context.searchers;
    if (auto problem = validate(settings)) return fail_with(*problem, exit_usage);
    if (!can_write(context.output)) return exit_failed;
    const auto registry = EngineRegistry::load(EngineRegistry::default_path());
    if (!registry) return fail_with(registry.error());
    auto lineup = look_up(match.players, *registry, searchers);
    if (!lineup) return fail_with(lineup.error(), exit_usage);
    if (auto problem = context.output.ratings.apply_to(settings.ratings, lineup->names()))
        return fail_with(*problem, exit_usage);
    if (auto problem = try_out(*lineup, match.lineup, searchers)) return fail_with(*problem);
    if (auto problem = measure_clock(settings, *lineup, searchers)) return fail_with(*problem);
    auto runner = runner_settings_of(settings);
    if (!runner) return fail_with(runner.error());
    seat(*runner, *lineup, searchers);
    if (settings.pin)
        if (auto problem = pin(*runner, *lineup)) return fail_with(*problem, exit_usage);
    const auto executor = connect_executor(context, *lineup, settings);
    if (!executor) return fail_with(executor.error());
    auto store = open_store(context.output, Store::Access::Write);
    if (!store) return exit_failed;

    MatchInfo info;
    MatchSetup& setup = info.setup;
    setup.name = match.name.empty() ? default_name(lineup->names()) : printable(match.name, 200);
    setup.kind = settings.format == Format::Match ? MatchKind::Match : MatchKind::Tournament;
    setup.settings = to_json(settings);
    setup.seed = settings.seed;
    setup.players = lineup->entries;
    const auto id = store->create_match(setup);
    if (!id) return fail_with(id.error().what);
    info.id = *id;

    use_executor(*executor, context.output, *id, settings, *runner);
    MatchPlan plan{schedule_of(settings, match.players.size()), std::move(*runner), settings.sprt,
                   lineup->names()};
    warn_of_few_openings(settings, plan.schedule);
    MatchSession session(*store, *id, std::move(plan));
    return play_to_the_end(*store, info, session, settings, context.output);
}

Result<StoredMatch, std::string> restore_match(const MatchInfo& info, const MatchChanges& changes,
                                               SearcherTable searchers) {
    auto settings = match_settings_from(info.setup.settings);
    if (!settings) return failure(settings.error());
    if (changes.length)
        if (auto problem = lengthen(*settings, *changes.length)) return failure(*problem);
    if (changes.concurrency) settings->concurrency = *changes.concurrency;
    settings->pin = settings->pin || changes.pin;
    auto lineup = line_up_again(info.setup.players);
    if (!lineup) return failure(lineup.error());
    auto runner = runner_settings_of(*settings);
    if (!runner) return failure(runner.error());
    seat(*runner, *lineup, searchers);
    if (settings->pin)
        if (auto problem = pin(*runner, *lineup)) return failure(*problem);
    Schedule schedule = schedule_of(*settings, lineup->specs.size());
    MatchPlan plan{std::move(schedule), std::move(*runner), settings->sprt, lineup->names()};
    return StoredMatch{std::move(*settings), std::move(*lineup), std::move(plan)};
}

std::optional<std::string> replace_ratings(const MatchInfo& info, const RatingTexts& ratings,
                                           MatchSettings& settings) {
    if (!ratings.given()) return std::nullopt;
    if (info.setup.kind != MatchKind::Tournament)
        return fmt::format("{} is a match between two players; only tournaments have rating lists",
                           info.id);
    std::vector<std::string> names;
    for (const PlayerEntry& player : info.setup.players) names.push_back(player.name);
    return ratings.apply_to(settings.ratings, names);
}

int resume_match(MatchId match, const MatchChanges& changes, const MatchContext& context) {
    const MatchOutput& output = context.output;
    if (!can_write(output)) return exit_failed;
    auto store = open_store(output, Store::Access::Write);
    if (!store) return exit_failed;
    const auto progress = store->resume_match(match);
    if (!progress) return fail_with(progress.error().what);
    const MatchInfo& info = progress->info;
    auto stored = restore_match(info, changes, context.searchers);
    if (!stored) return fail_with(stored.error());
    MatchSettings& settings = stored->settings;
    if (info.state == MatchState::Finished &&
        stored->plan.schedule.size() <= progress->finished.size())
        return fail_with(fmt::format("match {0} is finished; 'rookery {1} --show {0}' shows it",
                                     match, command_for(info)));
    if (auto problem = replace_ratings(info, output.ratings, settings))
        return fail_with(*problem, exit_usage);
    const auto reference = settings.reference_speed;
    const auto executor = connect_executor(context, stored->lineup, settings);
    if (!executor) return fail_with(executor.error());
    if (changes.length || output.ratings.given() || settings.reference_speed != reference)
        if (auto error = store->change_settings(match, to_json(settings)))
            return fail_with(error->what);
    use_executor(*executor, output, match, settings, stored->plan.runner);
    MatchSession session(*store, match, std::move(stored->plan), progress->finished);
    return play_to_the_end(*store, info, session, settings, output);
}

}  // namespace rookery::arena
