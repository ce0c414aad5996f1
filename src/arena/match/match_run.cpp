#include "arena/match/match_run.h"

#include "arena/match/match_output.h"
#include "arena/match/match_text.h"
#include "base/measure.h"
#include "base/text.h"
#include "ui/interrupts.h"
#include "ui/messages.h"
#include "ui/text.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace rookery::arena {
namespace {

constexpr double match_terminal_interval = 0.2;
constexpr double match_plain_interval = 5.0;
// With more games than this between two looks, there is no line for each of them.
constexpr std::size_t most_game_lines = 20;
// A rating list of many players takes long to compute; the players need the processor, so it gets a
// small share of the time.
constexpr double standings_interval = 1.0;
constexpr double standings_share = 0.05;
// Where there is no terminal, standings are printed so many times in a tournament.
constexpr std::size_t standings_parts = 20;

// Two players have a match's score instead.
bool has_standings(const MatchSnapshot& now) {
    return now.players.size() > 2 && now.tally.finished() > 0;
}

// Shows a match on stderr while it goes on: a block that is updated on a terminal, lines otherwise.
class MatchDisplay {
  public:
    // The standings of a tournament are anchored to the known ratings.
    MatchDisplay(std::string title, const RatingSettings& ratings)
        : title_(std::move(title)), terminal_(isatty(STDERR_FILENO) != 0),
          style_(style_for(facts_about(STDERR_FILENO))), block_(stderr),
          next_show_(terminal_ ? 0 : match_plain_interval),
          rating_options_(rating_options_of(ratings)) {}

    // Shows what is new, unless it did a moment ago.
    void show(MatchSession& session) {
        if (watch_.seconds() < next_show_) return;
        next_show_ =
            watch_.seconds() + (terminal_ ? match_terminal_interval : match_plain_interval);
        if (!terminal_) return show_lines(session, false);
        const auto now = session.snapshot();
        refresh_standings(session, now);
        block_.show(match_block(now, title_, style_, block_.width(), standings_));
    }

    void print_line(std::string_view text) {
        block_.clear();
        fmt::print(stderr, "{}\n", text);
    }

    // Shows the last news and removes the block, for the result follows.
    void finish(MatchSession& session) {
        block_.clear();
        if (!terminal_) show_lines(session, true);
    }

  private:
    std::optional<RatingList> rate(const MatchSession& session) const {
        const CrossTable table = session.cross_table();
        auto list = rate_players(table.players(), table.meetings(), rating_options_);
        if (!list) return std::nullopt;
        return std::move(*list);
    }

    void refresh_standings(const MatchSession& session, const MatchSnapshot& now) {
        const double begun = watch_.seconds();
        if (!has_standings(now) || begun < next_standings_) return;
        if (const auto list = rate(session)) standings_ = standings_block(*list, now.players);
        const double ended = watch_.seconds();
        next_standings_ = ended + std::max(standings_interval, (ended - begun) / standings_share);
    }

    void show_lines(MatchSession& session, bool last) {
        const auto news = session.take_news();
        const auto now = session.snapshot();
        for (const FinishedGame& game : news)
            // A failure always gets a line.
            if (news.size() <= most_game_lines || is_failure(game.termination))
                fmt::print(stderr, "{}\n", game_line(game, now.players));
        if (!last && !news.empty()) {
            fmt::print(stderr, "{}\n", standing_line(now));
            const std::size_t part =
                now.tally.finished() * standings_parts / std::max<std::size_t>(now.wanted, 1);
            if (has_standings(now) && part > standings_part_) {
                standings_part_ = part;
                if (const auto list = rate(session))
                    fmt::print(stderr, "{}\n", standings_line(*list, now.players));
            }
        }
        std::fflush(stderr);
    }

    const std::string title_;
    const bool terminal_;
    const Style style_;
    LiveBlock block_;
    Stopwatch watch_;
    double next_show_ = 0;
    const RatingOptions rating_options_;
    std::vector<std::string> standings_;
    double next_standings_ = 0;       // on a terminal
    std::size_t standings_part_ = 0;  // without a terminal: the last part that was printed
};

MatchConclusion play_shown(MatchSession& session, const std::string& title,
                           const RatingSettings& ratings) {
    MatchDisplay display(title, ratings);
    MatchConclusion conclusion =
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

// The command line that shows a match: the command that began it, with its database.
std::string show_hint(const MatchInfo& info, const MatchOutput& output,
                      const char* option = "--show") {
    std::string line = fmt::format(
        "{} {} {} {}", command_name(),
        info.setup.kind == MatchKind::Tournament ? "tournament" : "match", option, info.id);
    if (!output.database.empty()) line += " --db " + shell_word(output.database);
    if (output.by_opening) line += " --by-opening";
    return line;
}

// The command line that resumes it in the same way. Its files are there already.
std::string resume_hint(const MatchInfo& info, const MatchContext& context) {
    const MatchOutput& output = context.output;
    std::string line = show_hint(info, output, "--resume") + context.remote_options;
    for (const auto& [option, path] :
         {std::pair("--pgn", &output.pgn), std::pair("--chart", &output.chart),
          std::pair("--ledger", &output.ledger)})
        if (!path->empty()) line += fmt::format(" {} {}", option, shell_word(*path));
    if (!output.pgn.empty() || !output.chart.empty()) line += " --force";
    return output.json ? line + " --json" : line;
}

void print_conclusion(const MatchInfo& info, const MatchSnapshot& now,
                      const MatchConclusion& conclusion, const MatchTables& tables,
                      const MatchOutput& output) {
    fmt::print("{}\n", info.setup.name);
    print_result(now, tables);
    fmt::print("played    {} of {} games in {}\n", now.tally.finished(), now.wanted,
               time_text(now.seconds));
    if (conclusion.end == MatchEnd::Complete || conclusion.end == MatchEnd::Decided)
        fmt::print("stored    as match {}; '{}' shows it again\n", info.id,
                   show_hint(info, output));
}

// From the first game to the exit code.
int play_to_the_end(Store& store, const MatchInfo& begun, MatchSession& session,
                    const MatchSettings& settings, const MatchContext& context) {
    const MatchOutput& output = context.output;
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
        print_conclusion(*info, now, conclusion, *tables, output);
    std::fflush(stdout);
    print_notes(*tables);
    if (conclusion.end == MatchEnd::Failed) print_printable_error(conclusion.problem);
    if (conclusion.end == MatchEnd::Failed || conclusion.end == MatchEnd::Interrupted)
        fmt::print(stderr, "Finished games are stored. To go on: {}\n",
                   resume_hint(begun, context));
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

std::string local_time_text(std::chrono::system_clock::time_point when) {
    return fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(when));
}

MatchSnapshot snapshot_of(const MatchInfo& info, const std::vector<GameSummary>& games,
                          const MatchSettings& settings) {
    MatchSnapshot now;
    for (const PlayerEntry& player : info.setup.players) now.players.push_back(player.name);
    now.wanted = schedule_of(settings, now.players.size()).size();
    std::set<std::size_t> openings;
    for (const GameSummary& game : games) {
        now.tally.add(game);
        openings.insert(opening_key(game));
    }
    now.openings_used = openings.size();
    now.elo = now.tally.elo();
    now.sprt_settings = settings.sprt;
    if (!settings.sprt) return now;
    now.sprt = info.state == MatchState::Finished
                   ? settled_sprt(games, *settings.sprt)
                   : evaluate_sprt(*settings.sprt, now.tally.pairs());
    return now;
}

void print_settings(const MatchInfo& info, const MatchSettings& settings) {
    fmt::print("match {}: {}\n", info.id, printable(info.setup.name, 200));
    fmt::print("begun     {}, {}\n", local_time_text(info.created),
               info.state == MatchState::Finished ? "finished" : "not finished");
    for (std::size_t i = 0; i < info.setup.players.size(); ++i)
        fmt::print("player    {} ({}), {}\n", info.setup.players[i].name,
                   printable(info.setup.players[i].spec, 200),
                   i < settings.controls.size() ? to_text(settings.controls[i]) : "");
    fmt::print("book      {}{}, seed {}\n",
               settings.openings.file.empty() ? "random openings"
                                              : printable(settings.openings.file, 200),
               settings.openings.chess960 ? ", Chess960" : "", settings.seed);
    if (settings.nodes_per_second)
        fmt::print("clock     {:.0f} nodes count as a second\n", *settings.nodes_per_second);
}

constexpr double seconds_between_lines = 2;

// Prints now and then how far it is.
std::optional<std::string> play_again(Verification& verification) {
    const Stopwatch watch;
    double next_line = seconds_between_lines;
    return run_interruptibly([&](const std::stop_token& stop) { return verification.run(stop); },
                             [&] {
                                 if (watch.seconds() < next_line) return;
                                 next_line = watch.seconds() + seconds_between_lines;
                                 fmt::print(stderr, "{} of {} games played again, {} different\n",
                                            verification.checked(), verification.wanted(),
                                            verification.differences().size());
                             },
                             [] { fmt::print(stderr, "Stopping.\n"); });
}

void print_verification(MatchId match, const Verification& verification, bool json) {
    if (json) {
        fmt::print("{}", json_report(match, verification));
        return;
    }
    const auto differences = verification.differences();
    for (const GameDifference& difference : differences)
        fmt::print("game {}: {}\n", difference.number + 1, difference.what);
    fmt::print("match {}: {} of {} games played again, {}\n", match, verification.checked(),
               verification.wanted(),
               differences.empty() ? "every move the same"
                                   : fmt::format("{} different", differences.size()));
}

// Settings and players of a stored match, ready to be played with the changes.
struct StoredMatch {
    MatchSettings settings;
    Lineup lineup;
    MatchPlan plan;
};

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
    MatchPlan plan{schedule_of(*settings, lineup->specs.size()), std::move(*runner), settings->sprt,
                   lineup->names()};
    return StoredMatch{std::move(*settings), std::move(*lineup), std::move(plan)};
}

// Replaces the stored ratings by those given now. The problem, if there is one.
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

}  // namespace

int begin_match(NewMatch match, const MatchContext& context) {
    MatchSettings& settings = match.settings;
    const SearcherTable searchers = context.searchers;
    if (auto problem = validate(settings)) return fail_with(*problem, exit_usage);
    const auto registry = EngineRegistry::load(EngineRegistry::default_path());
    if (!registry) return fail_with(registry.error());
    for (const std::string& note : notes_of_hidden_engines(*registry, searchers, match.players))
        fmt::print(stderr, "{}\n", note);
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
    return play_to_the_end(*store, info, session, settings, context);
}

int resume_match(MatchId match, const MatchChanges& changes, const MatchContext& context) {
    const MatchOutput& output = context.output;
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
        return fail_with(
            fmt::format("match {} is finished; '{}' shows it", match, show_hint(info, output)));
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
    return play_to_the_end(*store, info, session, settings, context);
}

int list_matches(const MatchOutput& output) {
    const auto store = open_store(output, Store::Access::Read);
    if (!store) return exit_failed;
    const auto matches = store->list_matches();
    if (!matches) return fail_with(matches.error().what);
    if (matches->empty())
        fmt::print("There are no matches yet.\n");
    else
        fmt::print("{:>5}  {:<16}  {:<9}  {:>7}  {:>8}  {}\n", "match", "begun", "state", "games",
                   "failures", "name");
    for (const MatchListing& listing : *matches)
        fmt::print("{:>5}  {:<16}  {:<9}  {:>7}  {:>8}  {}\n", listing.info.id,
                   local_time_text(listing.info.created),
                   listing.in_progress ? "running" : word_of(listing.info.state), listing.games,
                   listing.failures, printable(listing.info.setup.name, 80));
    return exit_ok;
}

int show_match(MatchId match, const MatchOutput& output) {
    const auto store = open_store(output, Store::Access::Read);
    if (!store) return exit_failed;
    const auto info = store->find_match(match);
    if (!info) return fail_with(info.error().what);
    const auto games = store->summaries(match);
    if (!games) return fail_with(games.error().what);
    auto settings = match_settings_from(info->setup.settings);
    if (!settings) return fail_with(settings.error());
    if (const auto problem = replace_ratings(*info, output.ratings, *settings))
        return fail_with(*problem, exit_usage);
    const auto tables = match_tables(*store, *info, *settings, *games, output.by_opening);
    if (!tables) return fail_with(tables.error());
    const MatchSnapshot now = snapshot_of(*info, *games, *settings);
    if (output.json) {
        fmt::print("{}", json_report(*info, now, *tables));
    } else {
        print_settings(*info, *settings);
        fmt::print("games     {} of {}\n", now.tally.finished(), now.wanted);
        print_result(now, *tables);
    }
    std::fflush(stdout);
    print_notes(*tables);
    return write_files({*store, *info, *games, *settings, now}, output) ? exit_ok : exit_failed;
}

int verify_match(MatchId match, const MatchChanges& changes, const MatchOutput& output,
                 SearcherTable searchers) {
    const auto store = open_store(output, Store::Access::Read);
    if (!store) return exit_failed;
    const auto info = store->find_match(match);
    if (!info) return fail_with(info.error().what);
    const auto finished = store->summaries(match);
    if (!finished) return fail_with(finished.error().what);
    auto stored = restore_match(*info, changes, searchers);
    if (!stored) return fail_with(printable(stored.error(), 2000));
    if (auto problem = validate_verifying(stored->settings))
        return fail_with(fmt::format("match {}: {}", match, *problem));
    Verification verification(*store, match, std::move(stored->plan), *finished);
    if (auto problem = play_again(verification)) return fail_with(printable(*problem, 2000));
    print_verification(match, verification, output.json);
    if (verification.checked() < verification.wanted()) return exit_interrupted;
    return verification.differences().empty() ? exit_ok : exit_failed;
}

}  // namespace rookery::arena
