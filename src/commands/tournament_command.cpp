#include "commands/complain.h"
#include "commands/context.h"
#include "commands/game_options.h"
#include "commands/match_run.h"
#include "commands/stored_matches.h"

#include <memory>

namespace rookery {
namespace {

using namespace arena;

constexpr std::size_t pairs_by_default = 10;

struct TournamentArguments {
    std::vector<std::string> players;
    bool gauntlet = false;
    std::optional<std::size_t> pairs;
    GameOptions options;
    ResultOptions results;
    StoredOptions stored;
};

int run(const TournamentArguments& arguments, SearcherTable searchers) {
    if (const auto problem = arguments.results.colony.problem()) {
        complain(*problem);
        return exit_usage;
    }
    const int stored = arguments.stored.chosen();
    if (stored > 1 || (stored == 1 && !arguments.players.empty())) {
        complain("choose one: players, --resume, --list, --show or --verify");
        return exit_usage;
    }
    if (stored == 1)
        return handle_stored(arguments.stored, arguments.options.changes(arguments.pairs),
                             arguments.results, searchers);
    if (arguments.players.size() < 2) {
        complain("a tournament needs two players or more; 'rookery tournament --help' shows how");
        return exit_usage;
    }
    auto settings = arguments.options.settings(arguments.players.size());
    if (!settings) {
        complain(settings.error());
        return exit_usage;
    }
    settings->format = arguments.gauntlet ? Format::Gauntlet : Format::RoundRobin;
    settings->pairs = arguments.pairs.value_or(pairs_by_default);
    return begin_match(arguments.players, arguments.options, std::move(*settings),
                       arguments.results, searchers);
}

}  // namespace

void add_tournament_command(CommandLine& line, Context& context) {
    const Command command =
        line.command("tournament", "Let several players play each other, and rate them");
    // Shared with the callback, which is kept by the command and runs after this function.
    const auto arguments = std::make_shared<TournamentArguments>();
    command.argument("PLAYER", arguments->players, "Players, as in 'rookery match --help'")
        .words(0, 1000);
    command.flag("--gauntlet", arguments->gauntlet, "The first against each of the others");
    command.option("--pairs", arguments->pairs, "Pairs of games in each encounter (default: 10)")
        .type("N")
        .range(1, 1'000'000);
    arguments->options.add_to(command);
    arguments->results.add_to(command);
    arguments->results.ratings.add_to(command);
    arguments->stored.add_to(command, "tournament");
    command.footer(
        "Examples: rookery tournament stockfish glaurung toga2 --tc 1+0.01 --pairs 20\n"
        "          rookery tournament --show 7 --ratings glaurung=2600 --by-opening\n\n"
        "With --ratings the list is anchored to the known ratings, or to their mean. Performances\n"
        "and first ratings are computed from games against players of known rating alone.\n\n"
        "Exit codes: 0 all games played, 1 a problem, 2 the command line makes no "
        "sense,\n130 interrupted");
    command.on_run(
        [arguments, &context] { context.exit_code = run(*arguments, context.program.searchers); });
}

}  // namespace rookery
