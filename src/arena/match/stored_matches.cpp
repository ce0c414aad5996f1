#include "arena/match/stored_matches.h"

#include "arena/match/match_report.h"
#include "base/measure.h"
#include "base/text.h"
#include "ui/interrupts.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <ctime>

namespace rookery::arena {
namespace {

std::string local_time_text(std::chrono::system_clock::time_point when) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(when);
    std::tm parts{};
    localtime_r(&seconds, &parts);
    char text[32];
    return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts));
}

const char* state_text(const MatchListing& listing) {
    if (listing.in_progress) return "running";
    switch (listing.info.state) {
        case MatchState::Open: return "open";
        case MatchState::Finished: return "finished";
        case MatchState::Abandoned: return "abandoned";
    }
    return "";
}

MatchSnapshot snapshot_of(const MatchInfo& info, const std::vector<GameSummary>& games,
                          const MatchSettings& settings) {
    MatchSnapshot now;
    for (const PlayerEntry& player : info.setup.players) now.players.push_back(player.name);
    now.wanted = schedule_of(settings, now.players.size()).size();
    OpeningsUsed openings;
    for (const GameSummary& game : games) {
        now.tally.add(game);
        openings.add(game);
    }
    now.openings_used = openings.count();
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

}  // namespace

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
                   local_time_text(listing.info.created), state_text(listing), listing.games,
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
