#include "commands/stored_matches.h"

#include "arena/match/match_report.h"
#include "base/text.h"
#include "commands/match_verify.h"
#include "commands/result_files.h"
#include "ui/exit_codes.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <ctime>

namespace rookery {

using namespace arena;

namespace {

std::string date_text(std::chrono::system_clock::time_point when) {
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
    fmt::print("begun     {}, {}\n", date_text(info.created),
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

int list_matches(const ResultOptions& results) {
    const auto store = open_store(results, Store::Access::Read);
    if (!store) return exit_failed;
    const auto matches = store->list_matches();
    if (!matches) {
        print_error(matches.error().what);
        return exit_failed;
    }
    if (matches->empty())
        fmt::print("There are no matches yet.\n");
    else
        fmt::print("{:>5}  {:<16}  {:<9}  {:>7}  {:>8}  {}\n", "match", "begun", "state", "games",
                   "failures", "name");
    for (const MatchListing& listing : *matches)
        fmt::print("{:>5}  {:<16}  {:<9}  {:>7}  {:>8}  {}\n", listing.info.id,
                   date_text(listing.info.created), state_text(listing), listing.games,
                   listing.failures, printable(listing.info.setup.name, 80));
    return exit_ok;
}

int show_match(MatchId match, const ResultOptions& results) {
    const auto store = open_store(results, Store::Access::Read);
    if (!store) return exit_failed;
    const auto info = store->find_match(match);
    const auto games = store->summaries(match);
    if (!info || !games) {
        print_error(info ? games.error().what : info.error().what);
        return exit_failed;
    }
    auto settings = match_settings_from(info->setup.settings);
    if (!settings) {
        print_error(settings.error());
        return exit_failed;
    }
    if (const auto problem = rate_otherwise(*info, results.ratings, *settings)) {
        print_error(*problem);
        return exit_usage;
    }
    const auto tables = match_tables(*store, *info, *settings, *games, results.by_opening);
    if (!tables) {
        print_error(tables.error());
        return exit_failed;
    }
    const MatchSnapshot now = snapshot_of(*info, *games, *settings);
    if (results.json) {
        fmt::print("{}", json_report(*info, now, *tables));
    } else {
        print_settings(*info, *settings);
        fmt::print("games     {} of {}\n", now.tally.finished(), now.wanted);
        print_result(now, *tables);
    }
    std::fflush(stdout);
    print_notes(*tables);
    return write_files({*store, *info, *games, *settings, now}, results) ? exit_ok : exit_failed;
}

}  // namespace

void StoredOptions::add_to(Command command, const std::string& noun) {
    command.option("--resume", resume, "Go on with a " + noun).type("ID");
    command.flag("--list", list, "List what is stored");
    command.option("--show", show, "Show a " + noun + "; with --pgn, --chart or --json too")
        .type("ID");
    command
        .option("--verify", verify,
                "Play a " + noun + " again that went by nodes, and compare every move")
        .type("ID");
}

int StoredOptions::chosen() const {
    return list + resume.has_value() + show.has_value() + verify.has_value();
}

int handle_stored(const StoredOptions& options, const Changes& changes,
                  const ResultOptions& results, SearcherTable searchers) {
    if (options.list) return list_matches(results);
    if (options.show) return show_match(*options.show, results);
    if (options.verify) return verify_match(*options.verify, changes, results, searchers);
    return resume_match(*options.resume, changes, results, searchers);
}

}  // namespace rookery
