// The commands that measure: bench, speedtest and perft.
#include "base/machine.h"
#include "base/text.h"
#include "commands/cli.h"
#include "engine/make_searcher.h"
#include "search/bench.h"
#include "terminal/measurements.h"
#include "ui/messages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <future>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

namespace rookery {
namespace {

constexpr int deepest_bench = 100;

struct BenchArguments {
    std::optional<int> depth;
    std::string word;  // a depth without --depth
    SearcherChoice choice;
    std::vector<std::string> settings;  // NAME=N
    Resources resources;
    bool verbose = false;
    bool list_settings = false;
};

// Lists what --set takes.
int print_settings(const std::string& searcher, SearcherTable searchers) {
    const SearcherEntry* entry = find_searcher(searchers, searcher);
    if (entry != nullptr && entry->settings != nullptr)
        for (const SearcherSetting& one : entry->settings())
            fmt::print("{} {} {} {}\n", one.name, one.standard, one.lowest, one.highest);
    return exit_ok;
}

std::optional<std::string> take_settings(BenchArguments& arguments) {
    for (const std::string& text : arguments.settings) {
        const std::size_t equals = std::min(text.find('='), text.size());
        const auto number =
            parse_clamped_number(std::string_view(text).substr(std::min(equals + 1, text.size())));
        if (!number || *number > std::numeric_limits<int>::max())
            return fmt::format("--set: '{}' is not a setting like use_null_moves=0",
                               printable(text));
        arguments.choice.settings.emplace_back(text.substr(0, equals), static_cast<int>(*number));
    }
    return std::nullopt;
}

// A word is a depth, or what somebody took for the name of a measurement. Those of the folder
// bench/ are found by the launcher before the program is started.
std::optional<std::string> take_word(BenchArguments& arguments) {
    if (arguments.word.empty()) return std::nullopt;
    if (const auto depth = parse_number<int>(arguments.word)) {
        if (*depth < 1 || *depth > deepest_bench)
            return fmt::format("DEPTH: {} is not between 1 and {}", *depth, deepest_bench);
        if (arguments.depth && *arguments.depth != *depth)
            return fmt::format("the depth is {} and --depth is {}: give one of them", *depth,
                               *arguments.depth);
        arguments.depth = *depth;
        return std::nullopt;
    }
    const std::vector<std::string> others = {"speedtest", "perft", "suite", "match", "lab boards"};
    return fmt::format(
        "'{}' is neither a depth nor a measurement of this program{}\n"
        "'{} bench' searches fixed positions; these commands measure other things: {}",
        printable(arguments.word, 40), did_you_mean(arguments.word, others), command_name(),
        fmt::join(others, ", "));
}

int run(BenchArguments arguments, SearcherTable searchers) {
    if (const auto problem = take_word(arguments)) return fail_with(*problem, exit_usage);
    if (arguments.choice.searcher.empty()) arguments.choice.searcher = searchers.front().name;
    if (arguments.list_settings) return print_settings(arguments.choice.searcher, searchers);
    if (const auto problem = take_settings(arguments)) return fail_with(*problem, exit_usage);
    const auto searcher = make_searcher(arguments.choice, searchers);
    if (!searcher) return fail_with(searcher.error(), exit_usage);
    const auto tell = [&](std::size_t number, std::uint64_t nodes) {
        if (arguments.verbose)
            fmt::print(stderr, "{:>2} {:>9} nodes  {}\n", number + 1, nodes,
                       bench_positions()[number]);
    };
    // A new thread has stack for a search, which the main thread may lack.
    const BenchResult result = std::async(std::launch::async, [&] {
                                   (*searcher)->resize(arguments.resources);
                                   return run_bench(**searcher, bench_roots(),
                                                    arguments.depth.value_or(bench_depth), tell);
                               }).get();
    fmt::print("{} nodes {} nps\n", result.nodes, result.nodes_per_second());
    return exit_ok;
}

struct SpeedTestArguments {
    std::size_t threads = std::max<std::size_t>(1, usable_processors().size());
    double seconds = 20;
    std::optional<std::size_t> given_hash_mib;
    std::string searcher;
    bool json = false;

    [[nodiscard]] std::size_t hash_mib() const {
        constexpr std::size_t per_thread = 16;
        return given_hash_mib.value_or(per_thread * threads);
    }
};

int run(const SpeedTestArguments& arguments, SearcherTable searchers) {
    const SearcherEntry* entry = arguments.searcher.empty()
                                     ? &searchers.front()
                                     : find_searcher(searchers, arguments.searcher);
    if (entry == nullptr) {
        SearcherChoice unknown;
        unknown.searcher = arguments.searcher;
        return fail_with(validate(unknown, searchers).value_or(""), exit_usage);
    }
    const auto available = available_memory_mib();
    // Both searchers, with one thread and with all, have a table.
    if (available && 2 * arguments.hash_mib() > *available)
        return fail_with(
            fmt::format("only {} MiB of memory are free, and it takes two tables of {}", *available,
                        arguments.hash_mib()));
    const SpeedTestResult result =
        run_speedtest_shown(*entry, {arguments.hash_mib(), arguments.threads}, arguments.seconds);
    fmt::print("{}", arguments.json ? speedtest_json(result) : speedtest_text(result));
    return result.stopped ? exit_interrupted : exit_ok;
}

struct PerftArguments {
    int depth = 0;
    PositionOption position;
    bool divide = false;
    std::size_t threads = 1;
    std::size_t hash_mib = 0;
    bool make_leaves = false;
    bool chess960 = false;
};

int run(const PerftArguments& arguments) {
    const auto position = arguments.position.position();
    if (!position) return exit_usage;
    const auto available = available_memory_mib();
    if (available && arguments.hash_mib > *available)
        return fail_with(fmt::format("--hash {}: only {} MiB of memory are free",
                                     arguments.hash_mib, *available));
    PerftOutcome outcome;
    try {
        outcome = run_perft_shown(
            *position,
            {arguments.depth, arguments.threads, arguments.hash_mib, arguments.make_leaves, {}});
    } catch (const std::bad_alloc&) {
        return fail_with(
            fmt::format("--hash {}: there is not that much memory", arguments.hash_mib));
    }
    const PerftResult& result = outcome.result;
    if (arguments.divide) fmt::print("{}", perft_moves_text(*position, result, arguments.chess960));
    fmt::print("{}", perft_totals_text(result, outcome.seconds));
    return result.stopped ? exit_interrupted : exit_ok;
}

}  // namespace

void add_bench_command(CommandLine& line, Context& context) {
    const Command command = line.command(
        "bench", "Search fixed positions: the number of nodes tells whether play has changed");
    // Shared with the callback, which runs after this function.
    const auto arguments = std::make_shared<BenchArguments>();
    command.argument("DEPTH", arguments->word, fmt::format("Plies (default: {})", bench_depth));
    command.option("--depth", arguments->depth, "N", "The same").whole_range(1, deepest_bench);
    command.option("--searcher", arguments->choice.searcher, "NAME", "Another than the engine's");
    command.option("--evaluator", arguments->choice.evaluator, "NAME",
                   "Another than the searcher's");
    command.option("--weights", arguments->choice.weights, "FILE",
                   "Others than the classical evaluation's");
    command.option("--network", arguments->choice.network, "FILE",
                   "Another than the program's own");
    command.option("--set", arguments->settings, "NAME=N",
                   "A number of the search, e.g. use_null_moves=0; repeat");
    command.flag("--settings", arguments->list_settings,
                 "List what --set takes: name, value, lowest, highest");
    command.option("--hash", arguments->resources.hash_mib, "MB", "Hash table (default: 16)")
        .whole_range(1, 1 << 20);
    command.option("--threads", arguments->resources.threads, "N", "Threads (default: 1)")
        .whole_range(1, 1024);
    command.flag("--verbose", arguments->verbose, "A line for every position");
    command.footer("Example: rookery bench\n"
                   "With one thread the nodes are the same on every machine and compiler.");
    command.on_run(
        [arguments, &context] { context.exit_code = run(*arguments, context.program.searchers); });
}

void add_speedtest_command(CommandLine& line, Context& context) {
    const Command command = line.command(
        "speedtest",
        "Nodes a second with one thread and with all, taking turns on fixed positions");
    const auto arguments = std::make_shared<SpeedTestArguments>();
    command.option("--threads", arguments->threads, "N", "Threads (default: one per processor)")
        .whole_range(1, 1024);
    command.option("--seconds", arguments->seconds, "S", "How long in all (default: 20)")
        .range(0.01, 86400.0);
    command
        .option("--hash", arguments->given_hash_mib, "MB",
                "Hash table (default: 16 for each thread)")
        .whole_range(1, 1 << 20);
    command.option("--searcher", arguments->searcher, "NAME", "Another than the engine's");
    command.flag("--json", arguments->json, "The result as JSON on standard output");
    command.footer("Example: rookery speedtest --threads 8 --seconds 60\n"
                   "Ctrl-C stops and shows what was measured; the exit code is then 130.");
    command.on_run(
        [arguments, &context] { context.exit_code = run(*arguments, context.program.searchers); });
}

void add_perft_command(CommandLine& line, Context& context) {
    const Command command =
        line.command("perft", "Count the positions after DEPTH half-moves, and how fast");
    const auto arguments = std::make_shared<PerftArguments>();
    command.argument("DEPTH", arguments->depth, "How many half-moves deep, 0 to 99")
        .required()
        .whole_range(0, 99);
    arguments->position.add_to(command);
    command.flag("--divide", arguments->divide, "Also the count of each first move");
    command.option("--threads", arguments->threads, "N", "Threads to count with (default: 1)")
        .whole_range(1, 1024);
    command.option("--hash", arguments->hash_mib, "MB", "MiB for a table of counts (default: none)")
        .whole_range(0, 1 << 24);
    command.flag("--make-leaves", arguments->make_leaves,
                 "Make the last moves too instead of only counting them");
    command.flag("--chess960", arguments->chess960, "Write castling as king takes rook");
    command.footer("Example: rookery perft 6 --threads 2 --hash 256\n"
                   "Ctrl-C stops and shows what was counted; the exit code is then 130.");
    command.on_run([arguments, &context] { context.exit_code = run(*arguments); });
}

}  // namespace rookery
