#include "commands/context.h"
#include "commands/game_options.h"
#include "commands/match_list.h"
#include "commands/match_run.h"

#include <memory>

namespace rookery {
namespace {

using namespace arena;

struct TournamentArguments {
    std::vector<std::string> players;
    bool gauntlet = false;
    std::size_t pairs = 10;
    GameOptions options;
    ResultOptions results;
    std::optional<MatchId> resume;
    std::optional<MatchId> show;
    bool list = false;
};

int run(const TournamentArguments& arguments, SearcherTable searchers) {
    const int others = arguments.list + arguments.show.has_value() + arguments.resume.has_value();
    if (others > 1 || (others == 1 && !arguments.players.empty())) {
        complain("choose one: players, --resume, --list or --show");
        return exit_usage;
    }
    if (arguments.list) return list_matches(arguments.results);
    if (arguments.show) return show_match(*arguments.show, arguments.results);
    if (arguments.resume)
        return resume_match(*arguments.resume, arguments.options.concurrency, arguments.results,
                            searchers);
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
    settings->pairs = arguments.pairs;
    return begin_match(arguments.players, arguments.options, std::move(*settings),
                       arguments.results, searchers);
}

}  // namespace

void add_tournament_command(CLI::App& app, Context& context) {
    CLI::App* command =
        app.add_subcommand("tournament", "Let several players play each other, and rate them");
    // Shared with the callback, which is kept by the app and runs after this function.
    const auto arguments = std::make_shared<TournamentArguments>();
    command->add_option("PLAYER", arguments->players, "Players, as in 'rookery match --help'")
        ->type_name("")
        ->expected(0, 1000);
    command->add_flag("--gauntlet", arguments->gauntlet, "The first against each of the others");
    command
        ->add_option("--pairs", arguments->pairs, "Pairs of games in each encounter (default: 10)")
        ->type_name("N")
        ->check(plain_range(1, 1'000'000));
    arguments->options.add_to(*command);
    arguments->results.add_to(*command);
    command->add_option("--resume", arguments->resume, "Go on with a tournament")->type_name("ID");
    command->add_flag("--list", arguments->list, "List what is stored");
    command->add_option("--show", arguments->show, "Show one; with --pgn or --json too")
        ->type_name("ID");
    command->footer(
        "Example: rookery tournament stockfish glaurung toga2 --tc 1+0.01 --pairs 20\n\n"
        "Exit codes: 0 all games played, 1 a problem, 2 the command line makes no "
        "sense,\n130 interrupted");
    command->callback(
        [arguments, &context] { context.exit_code = run(*arguments, context.program.searchers); });
}

}  // namespace rookery
