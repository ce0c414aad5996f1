#include "arena/match/match_run.h"
#include "commands/cli.h"
#include "commands/shared_options.h"

#include <fmt/format.h>

#include <memory>

namespace rookery {
namespace {

using namespace arena;

// With a sequential test the number of games is only a limit.
constexpr std::size_t games_by_default = 100;
constexpr std::size_t games_of_a_test = 100'000;
constexpr std::size_t pairs_by_default = 10;

struct MatchArguments {
    std::vector<std::string> players;
    std::optional<std::size_t> games;
    std::string control_a;
    std::string control_b;
    std::string sprt;
    GameOptions options;
    ResultOptions results;
    StoredOptions stored;

    [[nodiscard]] const char* players_problem() const {
        return players.size() == 2
                   ? nullptr
                   : "a match needs two players; 'rookery match --help' shows how to name them";
    }
};

struct TournamentArguments {
    std::vector<std::string> players;
    bool gauntlet = false;
    std::optional<std::size_t> pairs;
    GameOptions options;
    ResultOptions results;
    StoredOptions stored;

    [[nodiscard]] const char* players_problem() const {
        return players.size() >= 2 ? nullptr
                                   : "a tournament needs two players or more; 'rookery tournament "
                                     "--help' shows how";
    }
};

// Empty where the games are played here.
ConnectExecutor connection_to(const ColonyChoice& choice, SearcherTable searchers) {
    if (!choice.is_chosen()) return {};
    return [choice, searchers](const Lineup& lineup, MatchSettings& settings) {
        return choice.access->for_match(choice, lineup, settings, searchers);
    };
}

Result<MatchSettings, std::string> match_settings(const MatchArguments& arguments) {
    auto settings = arguments.options.settings(2);
    if (!settings) return settings;
    const std::pair<const char*, const std::string*> odds[] = {{"--tc-a", &arguments.control_a},
                                                               {"--tc-b", &arguments.control_b}};
    for (std::size_t player = 0; player < 2; ++player) {
        const auto& [option, text] = odds[player];
        if (text->empty()) continue;
        const auto control = parse_time_control(*text);
        if (!control) return failure(fmt::format("{}: {}", option, control.error()));
        settings->controls[player] = *control;
    }
    if (!arguments.sprt.empty()) {
        const auto sprt = parse_sprt(arguments.sprt);
        if (!sprt) return failure(fmt::format("--sprt: {}", sprt.error()));
        settings->sprt = *sprt;
    }
    settings->games = arguments.games.value_or(settings->sprt ? games_of_a_test : games_by_default);
    return settings;
}

Result<MatchSettings, std::string> tournament_settings(const TournamentArguments& arguments) {
    auto settings = arguments.options.settings(arguments.players.size());
    if (!settings) return settings;
    settings->format = arguments.gauntlet ? Format::Gauntlet : Format::RoundRobin;
    settings->pairs = arguments.pairs.value_or(pairs_by_default);
    return settings;
}

int run_stored(const StoredOptions& stored, const MatchChanges& changes,
               const MatchContext& context) {
    if (stored.list) return list_matches(context.output);
    if (stored.show) return show_match(*stored.show, context.output);
    if (stored.verify)
        return verify_match(*stored.verify, changes, context.output, context.searchers);
    return resume_match(*stored.resume, changes, context);
}

// The arguments are those of a match or of a tournament.
template <class Arguments>
int run(const Arguments& arguments, const std::optional<std::size_t>& length,
        const char* players_noun, Result<MatchSettings, std::string> (*make)(const Arguments&),
        SearcherTable searchers) {
    const ResultOptions& results = arguments.results;
    if (const auto problem = results.colony.problem()) return fail_with(*problem, exit_usage);
    const MatchContext context{searchers, results.output, connection_to(results.colony, searchers),
                               results.colony.as_options()};
    const int stored = arguments.stored.count();
    if (stored > 1 || (stored == 1 && !arguments.players.empty()))
        return fail_with(
            fmt::format("choose one: {}, --resume, --list, --show or --verify", players_noun),
            exit_usage);
    const GameOptions& options = arguments.options;
    if (stored == 1) return run_stored(arguments.stored, options.changes(length), context);
    if (const char* problem = arguments.players_problem())
        return fail_with(as_called(problem), exit_usage);
    auto settings = make(arguments);
    if (!settings) return fail_with(settings.error(), exit_usage);
    LineupRequest lineup = options.request(*settings);
    return begin_match({arguments.players, options.name, std::move(*settings), std::move(lineup)},
                       context);
}

constexpr const char* match_footer =
    R"(A player is a registered engine (rookery engine list), one of our searchers, or a program;
options of its own follow after commas: stockfish,Hash=64,name=new

Examples: rookery match pvs iterative --tc 10+0.1 --games 200 --concurrency 2
          rookery match pvs pvs,use_razoring=0,name=without --tc 8+0.08 --sprt "elo0=0 elo1=5" \
              --openings data/openings/eight_plies.epd
          rookery match pvs random --tc-a nodes=1 --tc-b depth=1

Every finished game is stored at once. Ctrl-C stops; the games in progress are then dropped
and played again on --resume, which needs no other option; --games can ask for more of them,
--concurrency and --pin may be changed.

Exit codes: 0 all games played, or H1 accepted; 1 a problem; 2 the command line makes no
sense; 4 H0 accepted; 5 all games played and the test undecided; 130 interrupted)";

}  // namespace

void add_match_command(CommandLine& line, Context& context) {
    const Command command = line.command("match", "Let two players play, and measure them");
    // Shared with the callback, which is kept by the command and runs after this function.
    const auto arguments = std::make_shared<MatchArguments>();
    command.argument("PLAYER", arguments->players, "Two players, A and B").words(0, 2);
    command
        .option("--games", arguments->games, "N",
                "How many, an even number (default: 100; with --sprt at most 100000)")
        .range(2, 10'000'000);
    command.option("--sprt", arguments->sprt, "TEST",
                   "Test: \"elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic\"");
    arguments->options.add_to(command);
    command.option("--tc-a", arguments->control_a, "TC", "Time control of A alone");
    command.option("--tc-b", arguments->control_b, "TC", "Time control of B alone");
    arguments->results.add_to(command, context);
    arguments->stored.add_to(command, "match");
    command.footer(match_footer);
    command.on_run([arguments, &context] {
        context.exit_code = run(*arguments, arguments->games, "two players", match_settings,
                                context.program.searchers);
    });
}

void add_tournament_command(CommandLine& line, Context& context) {
    const Command command =
        line.command("tournament", "Let several players play each other, and rate them");
    // Shared with the callback, which is kept by the command and runs after this function.
    const auto arguments = std::make_shared<TournamentArguments>();
    command.argument("PLAYER", arguments->players, "Players, as in 'rookery match --help'")
        .words(0, 1000);
    command.flag("--gauntlet", arguments->gauntlet, "The first against each of the others");
    command
        .option("--pairs", arguments->pairs, "N", "Pairs of games in each encounter (default: 10)")
        .range(1, 1'000'000);
    arguments->options.add_to(command);
    arguments->results.add_to(command, context);
    arguments->results.add_ratings_to(command);
    arguments->stored.add_to(command, "tournament");
    command.footer(R"(Examples: rookery tournament pvs iterative mcts-ab --tc 1+0.01 --pairs 20
          rookery tournament --show 1 --ratings iterative=1500 --by-opening

With --ratings the list is anchored to the known ratings, or to their mean. Performances
and first ratings are computed from games against players of known rating alone.

Exit codes: 0 all games played, 1 a problem, 2 the command line makes no sense,
130 interrupted)");
    command.on_run([arguments, &context] {
        context.exit_code = run(*arguments, arguments->pairs, "players", tournament_settings,
                                context.program.searchers);
    });
}

}  // namespace rookery
