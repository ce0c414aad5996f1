#include "commands/shared_options.h"

#include "base/machine.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <random>

namespace rookery {

void ColonyChoice::add_to(Command command, const Context& context) {
    access = context.colony;
    if (access == nullptr) return;
    command.flag("--colony", wanted, "Let the workers of a colony play (see docs/colony.md)");
    command.option("--invitation", invitation, "FILE",
                   "A coordinator's, to a colony elsewhere (default: the one on this machine)");
    command
        .option(
            "--priority", priority, "WHICH",
            fmt::format("How urgent the games are to workers: low, normal or high (default: {})",
                        usual_priority))
        .one_of({"low", "normal", "high"});
}

std::optional<std::string> ColonyChoice::problem() const {
    if (priority.empty() || is_chosen()) return std::nullopt;
    return "--priority goes with --colony: it says whose games workers play first";
}

std::string ColonyChoice::as_options() const {
    std::string options = wanted ? " --colony" : "";
    if (!invitation.empty()) options += " --invitation " + shell_word(invitation);
    if (!priority.empty()) options += " --priority " + priority;
    return options;
}

int ColonyChoice::rank() const {
    const std::string& chosen = priority.empty() ? usual_priority : priority;
    return chosen == "high" ? 0 : chosen == "low" ? 2 : 1;
}

using namespace arena;

void GameOptions::add_to(Command command) {
    command.option("--tc", control, "TC",
                   "Time control: 3+0.03, 40/60, 0.1/move, nodes=1000, depth=6 (default: 3+0.03)");
    command.option("--openings", openings, "FILE",
                   "Opening file: EPD, FEN or PGN, zipped or not (default: random openings)");
    command.option("--plies", plies, "N", "At most so many half-moves of each opening")
        .range(0, 1000);
    command.option("--order", order, "ORDER", "Of the openings: random (default) or sequential")
        .one_of({"random", "sequential"});
    command.option("--seed", seed, "N", "The same number gives the same openings");
    command.flag("--chess960", chess960, "Play Chess960");
    command.option("--concurrency", concurrency, "N", "Games at a time (default: 1)")
        .range(1, 1024);
    command.flag("--pin", pin, "Keep every game to processors of its own");
    command.option("--draw", draw, "RULE",
                   "Adjudicate draws: move=40,moves=8,score=10 (default: off)");
    command.option("--resign", resign, "RULE", "Adjudicate wins: moves=4,score=600 (default: off)");
    command.option("--max-moves", max_moves, "N", "A draw after so many moves").range(1, 10000);
    command
        .option("--grace", grace_ms, "MS",
                "Forgive so much overstepped time (default: 0; 40 with --colony)")
        .range(0, 60000);
    command
        .option("--timeout,--patience", timeout_seconds, "SECONDS",
                "Beyond its clock, wait so long for a player (default: 10; 120 without a clock)")
        .range(0.1, 86400);
    command.option("--clock", clock, "CLOCK",
                   "wall (default), or nodes:RATE to count nodes instead of time, RATE a second; "
                   "nodes:auto measures the players");
    command.option("--hash", hash_mib, "MB", "Hash table of every player that has one")
        .range(1, 1 << 20);
    command.option("--threads", threads, "N", "Threads of every player that can use several")
        .range(1, 1024);
    command.option("--name", name, "TEXT", "What to call it in lists and PGN");
}

Result<MatchSettings, std::string> GameOptions::settings(std::size_t players) const {
    const auto refused = [](std::string_view option, const std::string& why) {
        return failure(fmt::format("{}: {}", option, why));
    };
    MatchSettings wanted;
    const auto parsed_control = parse_time_control(control);
    if (!parsed_control) return refused("--tc", parsed_control.error());
    wanted.controls.assign(players, *parsed_control);
    if (!openings.empty()) {
        // The match may be resumed from another folder.
        std::error_code error;
        const auto path = std::filesystem::absolute(openings, error);
        wanted.openings.file = error ? openings : path.string();
    }
    wanted.openings.plies = plies;
    wanted.openings.order = order == "random" ? arena::Order::Random : arena::Order::Sequential;
    wanted.openings.chess960 = chess960;
    wanted.seed = seed.value_or(std::random_device{}());
    wanted.concurrency = concurrency.value_or(1);
    wanted.pin = pin;
    if (draw) {
        const auto rule = parse_draw(*draw);
        if (!rule) return refused("--draw", rule.error());
        wanted.adjudication.draw = *rule;
    }
    if (resign) {
        const auto rule = parse_resign(*resign);
        if (!rule) return refused("--resign", rule.error());
        wanted.adjudication.resign = *rule;
    }
    wanted.adjudication.max_moves = max_moves;
    wanted.grace = std::chrono::milliseconds(grace_ms);
    if (timeout_seconds)
        wanted.timeout = Duration(static_cast<Duration::rep>(*timeout_seconds * 1e6));
    const auto rate = parse_clock(clock);
    if (!rate) return refused("--clock", rate.error());
    wanted.nodes_per_second = *rate;
    return wanted;
}

LineupRequest GameOptions::request(const MatchSettings& settings) const {
    const bool count_nodes = settings.nodes_per_second.has_value();
    // A search with several threads never comes out the same twice.
    const auto wanted_threads = count_nodes && !threads ? std::optional<std::size_t>(1) : threads;
    return {hash_mib, wanted_threads, count_nodes, settings.controls, settings.seed};
}

MatchChanges GameOptions::changes(std::optional<std::size_t> length) const {
    return {length, concurrency, pin};
}

void ResultOptions::add_to(Command command, const Context& context) {
    command.appended_file("--db", output.database,
                          "Where games are kept (default: ~/.local/share/rookery/arena.db)");
    command.output_file("--pgn", output.pgn, "FILE", "Write all games to this file at the end");
    command.output_file("--chart", output.chart, "FILE", "Draw Elo and LLR over the games (SVG)");
    command.appended_file(
        "--ledger", output.ledger,
        "Add a row to this table (Markdown) when it has ended; --name says what it was");
    command.flag("--json", output.json, "The result as JSON on standard output");
    command.flag("--by-opening", output.by_opening, "The results of each opening too");
    colony.add_to(command, context);
}

void ResultOptions::add_ratings_to(Command command) {
    command
        .option("--ratings", output.ratings.known, "LIST",
                "Known ratings: stockfish=2800,glaurung=2400; may be given again")
        .one_word_each_time();
    command
        .option("--k", output.ratings.k, "K", "K of the ratings updated game by game (default: 20)")
        .range(0, 1000);
    command
        .option("--start-rating", output.ratings.start, "R",
                "Where players of no known rating begin that (default: 1500)")
        .range(-10'000, 10'000);
}

void StoredOptions::add_to(Command command, const std::string& noun) {
    command.option("--resume", resume, "ID", "Go on with a " + noun);
    command.flag("--list", list, "List what is stored");
    command.option("--show", show, "ID", "Show a " + noun + "; with --pgn, --chart or --json too");
    command.option("--verify", verify, "ID",
                   "Play a " + noun + " again that went by nodes, and compare every move");
}

int StoredOptions::count() const {
    return list + resume.has_value() + show.has_value() + verify.has_value();
}

void add_output_options(Command command, arena::TableOutput& output, bool with_chart) {
    command.output_file("--json", output.json, "FILE", "Also write the tables (JSON)");
    command.output_file("--csv", output.csv, "FILE", "Also write the tables (CSV)");
    if (with_chart)
        command.output_file("--chart", output.chart, "FILE", "Also draw a picture (SVG)");
}

void add_series_options(Command command, lab::SeriesSettings& series) {
    series.concurrency = std::max<std::size_t>(1, usable_processors().size());
    command
        .option("--games", series.games, "N",
                fmt::format("Of each match, in pairs (default: {})", series.games))
        .range(2, 1e6);
    command.option("--openings", series.openings, "FILE",
                   "Opening file: EPD, FEN or PGN, zipped or not (default: random openings)");
    command
        .option("--concurrency", series.concurrency, "N",
                fmt::format("Games at a time (default: {})", series.concurrency))
        .whole_range(1, 1024);
    command
        .option("--hash", series.hash_mib, "MB",
                fmt::format("Hash table of each player (default: {})", series.hash_mib))
        .whole_range(1, 1 << 16);
    command.option("--seed", series.seed, "N",
                   "The same number gives the same openings (default: 1)");
    command.appended_file("--db", series.database,
                          "Where games are kept, and found again (default: "
                          "~/.local/share/rookery/arena.db)");
}

}  // namespace rookery
