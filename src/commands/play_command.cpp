#include "commands/cli.h"
#include "engine/make_searcher.h"
#include "terminal/play/play_loop.h"
#include "terminal/play/play_setup.h"

#include <fmt/format.h>

#include <unistd.h>

#include <memory>
#include <string>

namespace rookery {
namespace {

struct PlayArguments {
    PlayChoices choices;
    PositionOption position;
};

int run(PlayArguments arguments, SearcherTable searchers) {
    if (arguments.position.is_given()) {
        const auto position = arguments.position.position();
        if (!position) return exit_usage;
        arguments.choices.game = Game(*position);
    }
    const Interrupts interrupts;
    LineSource lines(STDIN_FILENO, interrupts);
    const auto problem = play(std::move(arguments.choices), searchers, lines);
    return problem ? fail_with(*problem, exit_usage) : exit_ok;
}

std::string opponent_names(SearcherTable searchers) {
    std::string names;
    for (const SearcherEntry& entry : searchers)
        names += (names.empty() ? "" : ", ") + std::string(entry.name);
    return names;
}

}  // namespace

void add_play_command(CommandLine& line, Context& context) {
    const SearcherTable searchers = without_experiments(context.program.searchers);
    const Command command = line.command("play", "Play a game in the terminal");
    const auto arguments = std::make_shared<PlayArguments>();
    command.flag("--white", arguments->choices.white, "Play White (default)");
    command.flag("--black", arguments->choices.black, "Play Black");
    command.flag("--random-side", arguments->choices.random_side, "Play either");
    command.option("--opponent", arguments->choices.opponent, "NAME",
                   "A searcher at full strength: " + opponent_names(searchers) +
                       "; settings after commas");
    command
        .option("--level", arguments->choices.level, "N",
                fmt::format("How well it plays: 1 to {}, or 0 for full strength (default: {}; "
                            "with --opponent 0)",
                            highest_level, PlayRequest().level))
        .whole_range(0, highest_level);
    command.option("--evaluator", arguments->choices.evaluator, "NAME",
                   "The evaluator of the opponent");
    command.flag("--two-players", arguments->choices.two_players, "Two people at one board");
    command
        .option("--watch", arguments->choices.watch, "NAME NAME", "Two searchers play, White first")
        .words(2, 2);
    command.option("--clock", arguments->choices.clock, "M+S",
                   "Minutes for the game, and seconds a move: 10, 5+3");
    command.option("--move-time", arguments->choices.move_time, "S",
                   "Seconds a searcher thinks (default: 1)");
    command.flag("--human-pace", arguments->choices.human_pace,
                 "The opponent takes as long as a person would");
    command.flag("--resume", arguments->choices.resume, "Go on with the game that was left last");
    arguments->position.add_to(command);
    command.option("--pgn", arguments->choices.pgn, "FILE", "Go on with the first game of a file");
    command.option("--seed", arguments->choices.seed, "N",
                   "The same number gives the same opponent");
    command.flag("--unrated", arguments->choices.unrated, "Leave your profile as it is");
    command.flag("--ascii", arguments->choices.ascii, "Letters instead of chess symbols");
    command.flag("--no-color", arguments->choices.no_color, "No colours; so does NO_COLOR=1");
    command.flag("--flip", arguments->choices.flip, "Your side at the top");
    command.flag("--plain", arguments->choices.plain,
                 "Sentences instead of a board, for screen readers");
    command.flag("--thinking", arguments->choices.thinking, "Show what searchers think");
    command.footer(R"(Without options it asks three questions.
Example: rookery play --black --level 4
         rookery play --opponent human,elo=1200
         rookery play --watch iterative minimax --move-time 0.5 --thinking
Type moves as e4, Nf3 or e2e4; 'help' lists what else there is.)");
    command.on_run(
        [arguments, searchers, &context] { context.exit_code = run(*arguments, searchers); });
}

}  // namespace rookery
