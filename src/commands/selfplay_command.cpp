#include "base/files.h"
#include "base/machine.h"
#ifdef ROOKERY_COLONY
#include "commands/colony/colony_jobs.h"
#endif
#include "commands/cli.h"
#include "commands/game_files.h"
#include "commands/game_options.h"
#include "commands/rescore_games.h"
#include "commands/selfplay_export.h"
#include "commands/selfplay_files.h"
#include "engine/make_searcher.h"
#include "search/bench.h"
#include "training/selfplay_run.h"
#include "ui/progress.h"

#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <random>

namespace rookery {
namespace {

using namespace training;

constexpr int signature_depth = 8;

struct SelfplayArguments {
    std::vector<std::string> files;
    bool inspect = false;
    std::string export_to;
    bool filter = false;
    std::string rescore_to;
    int disagreement = 0;

    std::string output;
    SelfplaySettings settings;
    SelfplayGoal goal;
    std::size_t threads = std::max<std::size_t>(1, usable_processors().size());
    std::optional<std::uint64_t> seed;
    SearcherChoice choice;
    ColonyChoice colony{.usual_priority = "low"};
    bool json = false;
};

// Names the player more surely than a version does: a few nodes everywhere.
Result<std::uint64_t, std::string> signature_of(const SearcherChoice& choice,
                                                SearcherTable searchers) {
    const auto searcher = make_searcher(choice, searchers);
    if (!searcher) return failure(searcher.error());
    return run_bench(**searcher, bench_roots(), signature_depth).nodes;
}

// With its evaluator, which may be another one in the next version.
SearcherChoice named(SearcherChoice choice, SearcherTable searchers) {
    if (choice.evaluator.empty() && choice.has_own_evaluator())
        choice.evaluator = find_searcher(searchers, choice.searcher)->evaluator;
    return choice;
}

// How many nodes others search nobody says, but how many they are is known.
std::string progress_text(const SelfplayRun& run, const SelfplayGoal& goal,
                          const SelfplayExecutor* others, double seconds) {
    const GameStatistics now = run.statistics();
    const double each = seconds > 0 ? 1 / seconds : 0;
    std::string line =
        fmt::format("{} games, {} positions ({} quiet), {:.0f} positions/s", now.games,
                    now.positions, now.quiet, static_cast<double>(now.positions) * each);
    if (others == nullptr)
        line += fmt::format(", {:.2f} M nodes/s", static_cast<double>(run.nodes()) * each / 1e6);
    else
        line += fmt::format(", {} worker{}", others->count(), others->count() == 1 ? "" : "s");
    double done = 0;
    if (goal.games) done = static_cast<double>(now.games) / static_cast<double>(*goal.games);
    if (goal.positions)
        done = std::max(done,
                        static_cast<double>(now.positions) / static_cast<double>(*goal.positions));
    if (done > 0 && done < 1) line += fmt::format(", {:.0f} s left", seconds / done - seconds);
    return line;
}

// All that is in the file, not of this run alone.
void write_statistics(const std::string& path) {
    GameStatistics all;
    const auto file = visit_games(path, [&all](const SelfplayGame& game) { all.add(game); });
    if (file) std::ofstream(path + ".json") << statistics_json(all, file->origin);
}

Result<std::string, std::string> output_of(const SelfplayArguments& arguments) {
    if (!arguments.output.empty()) return arguments.output;
    const auto folder = training_folder();
    if (!folder) return failure(folder.error());
    const SearcherChoice& choice = arguments.choice;
    const std::string player =
        choice.evaluator.empty() ? choice.searcher : choice.searcher + "-" + choice.evaluator;
    const std::string name = fmt::format("{}-{}.games", player, arguments.settings.soft_nodes);
    return (*folder / "selfplay" / name).string();
}

// Nobody, where the games are played here.
Result<std::unique_ptr<SelfplayExecutor>, std::string>
find_others([[maybe_unused]] const SelfplayArguments& arguments,
            [[maybe_unused]] SearcherTable searchers) {
#ifdef ROOKERY_COLONY
    if (arguments.colony.is_chosen())
        return enter_for_selfplay(arguments.colony, arguments.choice, arguments.settings,
                                  searchers);
#endif
    return std::unique_ptr<SelfplayExecutor>();
}

int play_games(SelfplayArguments arguments, SearcherTable searchers) {
    if (arguments.choice.searcher.empty()) arguments.choice.searcher = searchers.front().name;
    const auto signature = signature_of(arguments.choice, searchers);
    if (!signature) {
        print_printable_error(signature.error());
        return exit_usage;
    }
    const auto path = output_of(arguments);
    if (!path) {
        print_printable_error(path.error());
        return exit_failed;
    }
    const auto others = find_others(arguments, searchers);
    if (!others) {
        print_printable_error(others.error());
        return exit_failed;
    }
    const std::string origin =
        origin_text(named(arguments.choice, searchers), *signature, arguments.settings);
    auto file = open_to_add(*path, origin);
    if (!file) {
        print_printable_error(file.error());
        return exit_failed;
    }
    // A run that goes on must not repeat the games that are there, so by default no two are alike.
    std::random_device device;
    const std::uint64_t seed = arguments.seed.value_or(std::uint64_t{device()} << 32 | device());
    const auto hire = [&] { return make_searcher(arguments.choice, searchers); };
    SelfplayRun run(arguments.settings, hire, seed);
    ProgressLine line(long_work_pace);
    const auto text = [&] {
        return progress_text(run, arguments.goal, others->get(), line.seconds());
    };
    const auto done = run_watched(
        line,
        [&](const std::stop_token& stop) {
            return *others ? run.run(*file, **others, arguments.goal, stop)
                           : run.run(*file, arguments.threads, arguments.goal, stop);
        },
        text);
    fmt::print(stderr, "{}\n{}\n", text(), *path);
    write_statistics(*path);
    if (arguments.json) fmt::print("{}", statistics_json(run.statistics(), origin));
    if (done.value) {
        print_printable_error(*done.value);
        return exit_failed;
    }
    return done.stopped ? exit_interrupted : exit_ok;
}

int rescore(const SelfplayArguments& arguments, SearcherTable searchers) {
    RescoreOrder order{
        .files = arguments.files, .output = arguments.rescore_to, .choice = arguments.choice};
    if (order.choice.searcher.empty()) order.choice.searcher = searchers.front().name;
    order.choice = named(order.choice, searchers);
    const auto signature = signature_of(order.choice, searchers);
    if (!signature) {
        print_printable_error(signature.error());
        return exit_usage;
    }
    order.signature = *signature;
    order.settings = {arguments.settings.soft_nodes, arguments.settings.hard_factor,
                      arguments.settings.hash_mib, arguments.disagreement};
    order.threads = arguments.threads;
    return rescore_games(order, searchers);
}

int run(const SelfplayArguments& arguments, SearcherTable searchers) {
    if (const auto problem = arguments.colony.problem()) {
        print_printable_error(*problem);
        return exit_usage;
    }
    const bool looks =
        arguments.inspect || !arguments.export_to.empty() || !arguments.rescore_to.empty();
    if (looks && arguments.files.empty()) {
        print_error("say which files to read");
        return exit_usage;
    }
    if (!looks && !arguments.files.empty()) {
        print_error(
            "files are only read with --inspect, --export or --rescore; games go to --output");
        return exit_usage;
    }
    if (arguments.inspect) return inspect_games(arguments.files, arguments.json);
    if (!arguments.export_to.empty())
        return export_games(arguments.files, arguments.export_to, arguments.filter);
    if (!arguments.rescore_to.empty()) return rescore(arguments, searchers);
    return play_games(arguments, searchers);
}

constexpr const char* selfplay_footer =
    "Plays until the goal is reached or Ctrl-C; started again with the "
    "same settings it goes on in the\n"
    "same file. Statistics are written beside it (FILE.json). Data goes "
    "to $ROOKERY_STORE if that is set.\n\n"
    "Example: rookery selfplay --nodes 5000 --positions 2000000\n"
    "         rookery selfplay --inspect games.games\n"
    "         rookery selfplay --export quiet.epd --filter games.games\n"
    "         rookery selfplay --export quiet.positions games.games\n\n"
    "A network is trained on NAME.positions: always filtered, every "
    "position once. Those of one game in\n"
    "fifty go to NAME.held.positions instead, to see what was learned.";

void add_play_options(Command command, SelfplayArguments& arguments) {
    SelfplaySettings& settings = arguments.settings;
    command.option("--output", arguments.output, "The file to add games to").type("FILE");
    command.option("--games", arguments.goal.games, "Stop after so many games").type("N");
    command.option("--positions", arguments.goal.positions, "Stop after so many positions")
        .type("N");
    command
        .option("--nodes", settings.soft_nodes,
                "For each move; the iteration is finished (default: 5000)")
        .type("N")
        .whole_range(1, 1'000'000'000);
    command
        .option("--threads", arguments.threads, "Games at a time (default: one for each processor)")
        .type("N")
        .whole_range(1, 1024);
    command.option("--hash", settings.hash_mib, "Hash table of each game (default: 4)")
        .type("MB")
        .whole_range(1, 1 << 16);
    command.option("--searcher", arguments.choice.searcher, "Another than the engine's")
        .type("NAME");
    command.option("--evaluator", arguments.choice.evaluator, "Another than the searcher's")
        .type("NAME");
    command.option("--weights", arguments.choice.weights, "Others than the classical evaluation's")
        .type("FILE");
    command.option("--network", arguments.choice.network, "Another than the program's own")
        .type("FILE");
    command
        .option("--opening-plies", settings.opening_plies,
                "Random plies at the start, or one more (default: 8)")
        .type("N")
        .whole_range(0, 40);
    command
        .option("--chess960", settings.chess960_percent,
                "Games in a hundred that begin from shuffled men (default: 0)")
        .type("PERCENT")
        .whole_range(0, 100);
    command
        .option("--balanced", settings.balanced,
                "Openings that leave one side further ahead are thrown away (default: 300)")
        .type("UNITS")
        .whole_range(0, Score::max_evaluation);
    command
        .option("--decided", settings.decided_score,
                "A game ends when one side has been so far ahead for five plies (default: 2500)")
        .type("UNITS")
        .whole_range(1, Score::max_evaluation);
    command.option("--seed", arguments.seed, "The same number gives the same games").type("N");
    arguments.colony.add_to(command);
}

}  // namespace

void add_selfplay_command(CommandLine& line, Context& context) {
    const Command command =
        line.command("selfplay", "Let the engine play itself, for training data");
    // Shared with the callback, which is kept by the command and runs after this function.
    const auto arguments = std::make_shared<SelfplayArguments>();
    add_play_options(command, *arguments);
    command.argument("FILE", arguments->files, "Files to inspect, export or score again");
    command.flag("--inspect", arguments->inspect, "Say what the files hold");
    command
        .option("--export", arguments->export_to,
                "Write games (.pgn), positions (.epd) or those for training (.positions)")
        .type("OUT");
    command.flag("--filter", arguments->filter, "Export only the quiet positions training takes");
    command
        .option("--rescore", arguments->rescore_to,
                "Score the games again, by a search of --nodes, into this file")
        .type("OUT");
    command
        .option("--disagreement", arguments->disagreement,
                "With --rescore: only where a short look differs by so much from the old score "
                "(default: everywhere)")
        .type("UNITS")
        .whole_range(0, 30'000);
    command.flag("--json", arguments->json, "Statistics as JSON on standard output");
    command.footer(selfplay_footer);
    command.on_run(
        [arguments, &context] { context.exit_code = run(*arguments, context.program.searchers); });
}

}  // namespace rookery
