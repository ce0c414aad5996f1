#include "arena/players/uci_info.h"
#include "base/text.h"
#include "commands/cli.h"
#include "engine/make_searcher.h"
#include "search/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rookery {
namespace {

struct BenchArguments {
    int depth = bench_depth;
    SearcherChoice choice;
    std::vector<std::string> settings;  // NAME=N
    Resources resources;
    bool verbose = false;
    bool list_settings = false;
};

// What --set takes.
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
            return fmt::format("'{}' is not a setting like use_null_moves=0", printable(text));
        arguments.choice.settings.emplace_back(text.substr(0, equals), static_cast<int>(*number));
    }
    return std::nullopt;
}

int run(BenchArguments arguments, SearcherTable searchers) {
    if (arguments.choice.searcher.empty()) arguments.choice.searcher = searchers.front().name;
    if (arguments.list_settings) return print_settings(arguments.choice.searcher, searchers);
    if (const auto problem = take_settings(arguments)) {
        fmt::print(stderr, "rookery: {}\n", *problem);
        return exit_usage;
    }
    const auto searcher = make_searcher(arguments.choice, searchers);
    if (!searcher) {
        fmt::print(stderr, "rookery: {}\n", searcher.error());
        return exit_usage;
    }
    const auto tell = [&](std::size_t number, std::uint64_t nodes) {
        if (arguments.verbose)
            fmt::print(stderr, "{:>2} {:>9} nodes  {}\n", number + 1, nodes,
                       bench_positions()[number]);
    };
    // On a thread of its own, which has room for a search whatever stack the program was given.
    const BenchResult result =
        std::async(std::launch::async, [&] {
            (*searcher)->resize(arguments.resources);
            return run_bench(**searcher, bench_roots(), arguments.depth, tell);
        }).get();
    fmt::print("{} nodes {} nps\n", result.nodes, result.nodes_per_second());
    return exit_ok;
}

}  // namespace

void add_bench_command(CommandLine& line, Context& context) {
    const Command command = line.command(
        "bench", "Search fixed positions: the number of nodes tells whether play has changed");
    // Shared with the callback, which is kept by the command and runs after this function.
    const auto arguments = std::make_shared<BenchArguments>();
    command.option("--depth", arguments->depth, fmt::format("Plies (default: {})", bench_depth))
        .type("N")
        .whole_range(1, 100);
    command.option("--searcher", arguments->choice.searcher, "Another than the engine's")
        .type("NAME");
    command.option("--evaluator", arguments->choice.evaluator, "Another than the searcher's")
        .type("NAME");
    command.option("--weights", arguments->choice.weights, "Others than the classical evaluation's")
        .type("FILE");
    command.option("--network", arguments->choice.network, "Another than the program's own")
        .type("FILE");
    command
        .option("--set", arguments->settings,
                "A number of the search, e.g. use_null_moves=0; repeat")
        .type("NAME=N");
    command.flag("--settings", arguments->list_settings,
                 "List what --set takes: name, value, lowest, highest");
    command.option("--hash", arguments->resources.hash_mib, "Hash table (default: 16)")
        .type("MB")
        .whole_range(1, 1 << 20);
    command.option("--threads", arguments->resources.threads, "Threads (default: 1)")
        .type("N")
        .whole_range(1, 1024);
    command.flag("--verbose", arguments->verbose, "A line for every position");
    command.footer("Example: rookery bench\n"
                   "With one thread the nodes are the same on every machine and compiler.");
    command.on_run(
        [arguments, &context] { context.exit_code = run(*arguments, context.program.searchers); });
}

}  // namespace rookery
