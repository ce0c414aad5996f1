#include "base/machine.h"
#include "commands/cli.h"
#include "commands/shared_options.h"
#include "training/game_export.h"
#include "training/rescore.h"
#include "training/selfplay_files.h"
#include "training/selfplay_run.h"
#include "ui/messages.h"

#include <algorithm>
#include <memory>

namespace rookery {
namespace {

using namespace training;

struct SelfplayArguments {
    std::vector<std::string> files;
    bool inspect = false;
    std::string export_to;
    bool filter = false;
    std::string rescore_to;
    int disagreement = 0;

    SelfplayOrder play;
    ColonyChoice colony{.usual_priority = "low"};
};

int play(const SelfplayArguments& arguments, SearcherTable searchers) {
    SelfplayExecutorFinder find_executor;
    if (arguments.colony.is_chosen())
        find_executor = [&](const SearcherChoice& player, std::uint64_t seed) {
            return arguments.colony.access->for_selfplay(arguments.colony, player,
                                                         arguments.play.settings, seed, searchers);
        };
    return play_selfplay(arguments.play, searchers, find_executor);
}

int rescore(const SelfplayArguments& arguments, SearcherTable searchers) {
    const SelfplayOrder& play = arguments.play;
    return rescore_games({.files = arguments.files,
                          .output = arguments.rescore_to,
                          .choice = play.choice,
                          .settings = {play.settings.soft_nodes, play.settings.hard_factor,
                                       play.settings.hash_mib, arguments.disagreement},
                          .threads = play.threads},
                         searchers);
}

int run(const SelfplayArguments& arguments, SearcherTable searchers, bool is_forced) {
    if (const auto problem = arguments.colony.problem())
        return fail_with_printable(*problem, exit_usage);
    if (arguments.colony.is_chosen() && arguments.play.settings.varied_plies > 0)
        return fail_with("--varied-plies is for games on this machine, without a colony",
                         exit_usage);
    const bool reads =
        arguments.inspect || !arguments.export_to.empty() || !arguments.rescore_to.empty();
    if (reads && arguments.files.empty()) return fail_with("say which files to read", exit_usage);
    if (!reads && !arguments.files.empty())
        return fail_with(
            "files are only read with --inspect, --export or --rescore; games go to --output",
            exit_usage);
    if (arguments.inspect) return inspect_games(arguments.files, arguments.play.json);
    if (!arguments.export_to.empty())
        return export_games(arguments.files, arguments.export_to, arguments.filter,
                            arguments.play.threads, is_forced);
    if (!arguments.rescore_to.empty()) return rescore(arguments, searchers);
    return play(arguments, searchers);
}

constexpr const char* selfplay_footer =
    R"(Plays until the goal is reached or Ctrl-C; started again with the same settings it goes on in the
same file. Statistics are written beside it (FILE.json). Data goes to $ROOKERY_STORE if that is set.

Example: rookery selfplay --nodes 5000 --positions 2000000
         rookery selfplay --inspect games.games
         rookery selfplay --export quiet.epd --filter games.games
         rookery selfplay --export quiet.positions games.games

A network is trained on NAME.positions: always filtered, every position once. Those of one game in
fifty go to NAME.held.positions instead, to see what was learned.)";

void add_play_options(Command command, SelfplayArguments& arguments, const Context& context) {
    SelfplayOrder& play = arguments.play;
    SelfplaySettings& settings = play.settings;
    command.appended_file("--output", play.output, "The file to add games to");
    command.option("--games", play.goal.games, "N", "Stop after so many games").range(1, 1e12);
    command.option("--positions", play.goal.positions, "N", "Stop after so many positions")
        .range(1, 1e15);
    command
        .option("--nodes", settings.soft_nodes, "N",
                "For each move; the iteration is finished (default: 5000)")
        .whole_range(1, 1'000'000'000);
    command
        .option("--threads", play.threads, "N",
                "Games at a time, or threads of an export (default: one for each processor)")
        .whole_range(1, 1024);
    command.option("--hash", settings.hash_mib, "MB", "Hash table of each game (default: 4)")
        .whole_range(1, 1 << 16);
    command.option("--searcher", play.choice.searcher, "NAME", "Another than the engine's");
    command.option("--evaluator", play.choice.evaluator, "NAME", "Another than the searcher's");
    command.option("--weights", play.choice.weights, "FILE",
                   "Others than the classical evaluation's; with --evaluator classical");
    command.option("--network", play.choice.network, "FILE", "Another than the program's own");
    command
        .option("--opening-plies", settings.opening_plies, "N",
                "Random plies at the start, or one more (default: 8)")
        .whole_range(0, 40);
    command
        .option(
            "--varied-plies", settings.varied_plies, "N",
            "Draw the moves until this ply from the good ones, for an opening book (default: 0)")
        .whole_range(0, 100);
    command
        .option("--varied-margin", settings.varied_margin, "UNITS",
                "How far such a move may be behind the best (default: 30)")
        .whole_range(0, 1000);
    command
        .option("--chess960", settings.chess960_percent, "PERCENT",
                "Games in a hundred that begin from a Chess960 position (default: 0)")
        .whole_range(0, 100);
    command
        .option("--balanced", settings.balanced, "UNITS",
                "Openings that leave one side further ahead are thrown away (default: 300)")
        .whole_range(0, Score::max_evaluation);
    command
        .option("--decided", settings.decided_score, "UNITS",
                "A game ends when one side has been so far ahead for five plies (default: 2500)")
        .whole_range(1, Score::max_evaluation);
    command.option("--seed", play.seed, "N", "The same number gives the same games");
    arguments.colony.add_to(command, context);
}

}  // namespace

void add_selfplay_command(CommandLine& line, Context& context) {
    const Command command =
        line.command("selfplay", "Let the engine play itself, for training data");
    const auto arguments = std::make_shared<SelfplayArguments>();
    arguments->play.threads = std::max<std::size_t>(1, usable_processors().size());
    add_play_options(command, *arguments, context);
    command.argument("FILE", arguments->files, "Files to inspect, export or score again");
    command.flag("--inspect", arguments->inspect, "Say what the files hold");
    command.output_file("--export", arguments->export_to, "OUT",
                        "Write games (.pgn), positions (.epd) or those for training (.positions)");
    command.flag("--filter", arguments->filter, "Export only the quiet positions training takes");
    command.appended_file("--rescore", arguments->rescore_to,
                          "Score the games again, by a search of --nodes, into this file");
    command
        .option("--disagreement", arguments->disagreement, "UNITS",
                "With --rescore: only where a short look differs by so much from the old score "
                "(default: everywhere)")
        .whole_range(0, 30'000);
    command.flag("--json", arguments->play.json, "Statistics as JSON on standard output");
    command.footer(selfplay_footer);
    command.on_run([arguments, command, &context] {
        context.exit_code = run(*arguments, context.program.searchers, command.is_forced());
    });
}

}  // namespace rookery
