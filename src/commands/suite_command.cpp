#include "arena/suite/suite_run.h"
#include "commands/cli.h"

#include <cmath>
#include <memory>

namespace rookery {
namespace {

using arena::Duration;
using arena::TimeControl;

constexpr Duration time_by_default = std::chrono::seconds(1);

struct SuiteArguments {
    arena::SuiteRequest request;
    std::optional<double> seconds;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
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

constexpr const char* suite_footer =
    R"(Players are named as in 'rookery match --help'. Every position is a new game to them.
The limits may be combined; without any it is one second for each position.

Understood are bm, am, dm, 'bm #4' and points for moves (c8 with c9 or c7, or c0 "f5=10").
The time and nodes to the solution are those from which on it was never given up.

Example: rookery suite data/positions/tactics.epd pvs iterative --time 0.1 --concurrency 2
         rookery suite data/positions/tactics.epd pvs,Hash=64 --nodes 1000000 --stop-when-solved 3

Exit codes: 0 run to the end; 1 a problem; 2 the command line makes no sense; 130 interrupted)";

void add_limits(Command command, SuiteArguments& arguments) {
    command.option("--time", arguments.seconds, "SECONDS", "For each position (default: 1)")
        .range(0.001, 1e6);
    command.option("--nodes", arguments.nodes, "N", "At most so many for each position")
        .range(1, 1e15);
    command.option("--depth", arguments.depth, "N", "At most so deep").range(1, 1000);
    command
        .option("--stop-when-solved", arguments.request.enough_depths, "N",
                "End a search whose solution has held for N more depths")
        .range(0, 1000);
    command
        .option("--hash", arguments.request.hash_mib, "MB",
                "Hash table of every player that has one")
        .range(1, 1 << 20);
    command
        .option("--threads", arguments.request.threads, "N",
                "Threads of every player that can use several")
        .range(1, 1024);
    command
        .option("--concurrency", arguments.request.concurrency, "N",
                "Positions at a time (default: 1)")
        .range(1, 1024);
}

}  // namespace

void add_suite_command(CommandLine& line, Context& context) {
    const Command command = line.command("suite", "Put the positions of a test suite to engines");
    // Shared with the callback, which is kept by the command and runs after this function.
    const auto arguments = std::make_shared<SuiteArguments>();
    command
        .argument("FILE", arguments->request.file,
                  "Positions with their solutions: EPD, zipped or not")
        .required();
    command.argument("PLAYER", arguments->request.players, "One or several").required();
    add_limits(command, *arguments);
    command.option("--first", arguments->request.first, "N", "Only the first so many positions")
        .range(1, 1e9);
    command.option("--ids", arguments->request.ids, "TEXT", "Only positions with this in their id");
    command.flag("--quiet", arguments->request.quiet, "The totals alone, not every position");
    command.flag("--json", arguments->request.json, "The result as JSON on standard output");
    command.footer(suite_footer);
    command.on_run([arguments, &context] {
        arguments->request.limits = limits_of(*arguments);
        context.exit_code = arena::run_suite(arguments->request, context.program.searchers);
    });
}

}  // namespace rookery
