#include "arena/match/lineup.h"
#include "arena/suite/suite_runner.h"
#include "arena/suite/suite_text.h"
#include "base/text.h"
#include "commands/cli.h"
#include "commands/game_options.h"
#include "commands/suite_display.h"
#include "ui/interrupts.h"
#include "ui/messages.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <unistd.h>

#include <cmath>
#include <memory>

namespace rookery {
namespace {

using namespace arena;

constexpr Duration time_by_default = std::chrono::seconds(1);
// Of a file that is no suite at all, nobody needs to hear about every line.
constexpr std::size_t most_warnings = 20;

struct SuiteArguments {
    std::string file;
    std::vector<std::string> players;
    std::optional<double> seconds;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
    std::optional<int> enough_depths;
    std::optional<std::size_t> hash_mib;
    std::optional<std::size_t> threads;
    std::size_t concurrency = 1;
    std::optional<std::size_t> first;
    std::string ids;
    bool quiet = false;
    bool json = false;
};

TimeControl limits_of(const SuiteArguments& arguments) {
    TimeControl limits;
    limits.nodes = arguments.nodes;
    limits.depth = arguments.depth;
    if (arguments.seconds)
        limits.per_move = Duration(std::llround(*arguments.seconds * 1e6));
    else if (!limits.nodes && !limits.depth)
        limits.per_move = time_by_default;
    return limits;
}

void warn_of_skipped(const Suite& suite) {
    const std::string name = printable(suite.name, 200);
    for (std::size_t i = 0; i < suite.skipped.size() && i < most_warnings; ++i)
        fmt::print(stderr, "{}: line {} is left out: {}\n", name, suite.skipped[i].line,
                   suite.skipped[i].why);
    if (suite.skipped.size() > most_warnings)
        fmt::print(stderr, "{}: {} more lines are left out\n", name,
                   suite.skipped.size() - most_warnings);
}

// Only the positions that were asked for; the problem, if none is left.
std::optional<std::string> choose(Suite& suite, const SuiteArguments& arguments) {
    auto& positions = suite.positions;
    if (!arguments.ids.empty())
        std::erase_if(positions, [&](const SuitePosition& one) {
            return one.id.find(arguments.ids) == std::string::npos;
        });
    if (positions.empty())
        return fmt::format("no position of {} has '{}' in its id", printable(suite.name, 200),
                           printable(arguments.ids));
    if (arguments.first && *arguments.first < positions.size())
        positions.erase(positions.begin() + static_cast<std::ptrdiff_t>(*arguments.first),
                        positions.end());
    return std::nullopt;
}

SuiteTitle title_of(const Suite& suite, const Lineup& lineup, const TimeControl& limits) {
    const std::vector<std::string> names = lineup.names();
    const std::size_t count = suite.positions.size();
    return {fmt::format("{}: {} {} at {}: {}", printable(suite.name, 200), count,
                        count == 1 ? "position" : "positions", to_text(limits),
                        fmt::join(names, ", ")),
            names, suite.positions};
}

void print_report(const SuiteReport& report, bool quiet) {
    const auto print_all = [](const std::vector<std::string>& lines) {
        for (const std::string& line : lines) fmt::print("{}\n", line);
        if (!lines.empty()) fmt::print("\n");
    };
    if (!quiet) print_all(suite_table(report, style_for(facts_about(STDOUT_FILENO))));
    print_all(suite_totals(report));
    if (!quiet) print_all(suite_misses(report));
    fmt::print("{} {}\n", report.complete ? "complete in" : "incomplete: ended after",
               time_text(report.seconds));
}

int run_suite(const Suite& suite, const Lineup& lineup, const SuiteArguments& arguments,
              SearcherTable searchers) {
    SuiteSettings settings;
    settings.players = makers_of(lineup, searchers);
    settings.limits = limits_of(arguments);
    settings.enough_depths = arguments.enough_depths;
    settings.concurrency = arguments.concurrency;
    const TimeControl limits = settings.limits;
    SuiteRunner runner(suite.positions, std::move(settings));
    SuiteDisplay display(title_of(suite, lineup, limits));
    bool interrupted = false;
    const Stopwatch watch;
    const auto problem =
        run_interruptibly([&](const std::stop_token& stop) { return runner.run(stop); },
                          [&] { display.show(runner); }, [&] { interrupted = true; });
    display.finish(runner);

    const SuiteProgress end = runner.progress();
    const SuiteReport report{suite,  runner.answers(), lineup.names(),        arguments.players,
                             limits, watch.seconds(),  end.done == end.wanted};
    if (arguments.json)
        fmt::print("{}", json_report(report));
    else
        print_report(report, arguments.quiet);
    std::fflush(stdout);
    if (problem) {
        print_error(printable(*problem, 2000));
        return exit_failed;
    }
    return interrupted && !report.complete ? exit_interrupted : exit_ok;
}

int run(const SuiteArguments& arguments, SearcherTable searchers) {
    const auto refuse = [](const std::string& why, int code) {
        print_error(printable(why, 2000));
        return code;
    };
    auto suite = load_suite(arguments.file);
    if (!suite) return refuse(suite.error(), exit_failed);
    warn_of_skipped(*suite);
    if (auto problem = choose(*suite, arguments)) return refuse(*problem, exit_usage);
    const auto registry = EngineRegistry::load(EngineRegistry::default_path());
    if (!registry) return refuse(registry.error(), exit_failed);
    auto lineup = look_up(arguments.players, *registry, searchers);
    if (!lineup) return refuse(lineup.error(), exit_usage);
    LineupRequest request;
    request.hash_mib = arguments.hash_mib;
    request.threads = arguments.threads;
    request.controls.assign(arguments.players.size(), limits_of(arguments));
    if (auto problem = try_out(*lineup, request, searchers)) return refuse(*problem, exit_failed);
    return run_suite(*suite, *lineup, arguments, searchers);
}

constexpr const char* suite_footer =
    "Players are named as in 'rookery match --help'. Every position is a new game to them.\n"
    "The limits may be combined; without any it is one second for each position.\n\n"
    "Understood are bm, am, dm, 'bm #4' and points for moves (c8 with c9 or c7, or c0 \"f5=10\").\n"
    "The time and nodes to the solution are those from which on it was never given up.\n\n"
    "Example: rookery suite wac.epd stockfish glaurung --time 0.1 --concurrency 2\n"
    "         rookery suite mates.epd stockfish,Hash=64 --nodes 1000000 --stop-when-solved 0\n\n"
    "Exit codes: 0 run to the end; 1 a problem; 2 the command line makes no sense; 130 interrupted";

void add_limits(Command command, SuiteArguments& arguments) {
    command.option("--time", arguments.seconds, "For each position (default: 1)")
        .type("SECONDS")
        .range(0.001, 1e6);
    command.option("--nodes", arguments.nodes, "At most so many for each position")
        .type("N")
        .range(1, 1e15);
    command.option("--depth", arguments.depth, "At most so deep").type("N").range(1, 1000);
    command
        .option("--stop-when-solved", arguments.enough_depths,
                "End a search whose solution has held for N more depths")
        .type("N")
        .range(0, 1000);
    command.option("--hash", arguments.hash_mib, "Hash table of every player that has one")
        .type("MB")
        .range(1, 1 << 20);
    command.option("--threads", arguments.threads, "Threads of every player that can use several")
        .type("N")
        .range(1, 1024);
    command.option("--concurrency", arguments.concurrency, "Positions at a time (default: 1)")
        .type("N")
        .range(1, 1024);
}

}  // namespace

void add_suite_command(CommandLine& line, Context& context) {
    const Command command = line.command("suite", "Put the positions of a test suite to engines");
    // Shared with the callback, which is kept by the command and runs after this function.
    const auto arguments = std::make_shared<SuiteArguments>();
    command.argument("FILE", arguments->file, "Positions with their solutions: EPD, zipped or not")
        .required();
    command.argument("PLAYER", arguments->players, "One or several").required();
    add_limits(command, *arguments);
    command.option("--first", arguments->first, "Only the first so many positions")
        .type("N")
        .range(1, 1e9);
    command.option("--ids", arguments->ids, "Only positions with this in their id").type("TEXT");
    command.flag("--quiet", arguments->quiet, "The totals alone, not every position");
    command.flag("--json", arguments->json, "The result as JSON on standard output");
    command.footer(suite_footer);
    command.on_run(
        [arguments, &context] { context.exit_code = run(*arguments, context.program.searchers); });
}

}  // namespace rookery
