#include "commands/context.h"
#include "notation/fen.h"
#include "notation/printable.h"
#include "search/bench.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace rookery {
namespace {

struct BenchArguments {
    int depth = bench_depth;
    std::string searcher;
    Resources resources;
    bool verbose = false;
};

int run(const BenchArguments& arguments, SearcherTable searchers) {
    const SearcherEntry* entry =
        arguments.searcher.empty() ? &searchers.front() : find_searcher(searchers, arguments.searcher);
    if (entry == nullptr) {
        fmt::print(stderr, "rookery: there is no searcher '{}'\n", printable(arguments.searcher, 40));
        return exit_usage;
    }
    std::vector<Root> roots;
    for (const std::string_view fen : bench_positions()) {
        const auto parsed = parse_fen(fen);
        if (parsed) roots.emplace_back(parsed->position);
    }
    const auto searcher = entry->create(1);
    searcher->resize(arguments.resources);
    const BenchResult result =
        run_bench(*searcher, roots, arguments.depth, [&](std::size_t number, std::uint64_t nodes) {
            if (arguments.verbose)
                fmt::print(stderr, "{:>2} {:>9} nodes  {}\n", number + 1, nodes,
                           bench_positions()[number]);
        });
    fmt::print("{} nodes {} nps\n", result.nodes, result.nodes_per_second());
    return exit_ok;
}

}  // namespace

void add_bench_command(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand(
        "bench", "Search fixed positions: the number of nodes tells whether play has changed");
    // Shared with the callback, which is kept by the app and runs after this function.
    const auto arguments = std::make_shared<BenchArguments>();
    command->add_option("--depth", arguments->depth, fmt::format("Plies (default: {})", bench_depth))
        ->type_name("N")
        ->check(CLI::Range(1, 100).description(""));
    command->add_option("--searcher", arguments->searcher, "Another than the engine's")
        ->type_name("NAME");
    command->add_option("--hash", arguments->resources.hash_mib, "Hash table (default: 16)")
        ->type_name("MB")
        ->check(CLI::Range(1, 1 << 20).description(""));
    command->add_option("--threads", arguments->resources.threads, "Threads (default: 1)")
        ->type_name("N")
        ->check(CLI::Range(1, 1024).description(""));
    command->add_flag("--verbose", arguments->verbose, "A line for every position");
    command->footer("Example: rookery bench\n"
                    "With one thread the nodes are the same on every machine and compiler.");
    command->callback(
        [arguments, &context] { context.exit_code = run(*arguments, context.program.searchers); });
}

}  // namespace rookery
