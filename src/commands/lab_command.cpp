#include "base/processors.h"
#include "commands/context.h"
#include "commands/growth_run.h"
#include "commands/trap_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace rookery {
namespace {

constexpr const char* growth_footer =
    "nodes     moves made by minimax, alpha-beta, the same on sorted moves, and deepening with and\n"
    "          without its table; how they grow from depth to depth; the fewest nodes alpha-beta\n"
    "          could do with, on a tree with the same number of moves everywhere\n"
    "threads   what alphabeta-threads gains from more threads, taking turns\n"
    "settling  the win rate that mcts and mcts-ab give their best move as the rounds grow\n"
    "traps     how often they play a move that allows a mate in two, and how often iterative does\n\n"
    "Example: rookery lab growth                      all four, a few minutes\n"
    "         rookery lab growth nodes --depth 5 --fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"
    "         rookery lab growth traps --rounds 10000\n\n"
    "Nodes, win rates and falls are the same on every machine; times are not.\n"
    "Ctrl-C ends it and shows what was measured; the exit code is then 130.";

void add_growth(Command lab, Context& context) {
    const Command growth = lab.subcommand("growth", "How work grows with depth, and trust with rounds");
    const auto arguments = std::make_shared<GrowthArguments>();
    arguments->threads = std::max<std::size_t>(1, usable_processors().size());
    growth.argument("PART", arguments->parts, "nodes, threads, settling, traps (default: all)")
        .one_of(growth_parts());
    arguments->position.add_to(growth);
    growth.option("--depth", arguments->depth, "Of nodes (default: 6) and threads (default: 7)")
        .type("N")
        .whole_range(1, 12);
    growth.option("--most-nodes", arguments->most_nodes, "Give up a search of nodes there (default: 50 million)")
        .type("N")
        .range(1, 1e12);
    growth.option("--threads", arguments->threads, fmt::format("The most (default: {})", arguments->threads))
        .type("N")
        .whole_range(1, 256);
    growth.option("--turns", arguments->turns, "Of threads (default: 5)").type("N").whole_range(1, 1000);
    growth.option("--rounds", arguments->rounds, "The most of settling (default: 102400) and traps (default: 1000)")
        .type("N")
        .range(100, 1e7);
    growth.option("--seeds", arguments->seeds, "Of mcts in settling (default: 10) and in traps (default: 3)")
        .type("N")
        .whole_range(1, 1000);
    growth.option("--traps", arguments->traps, "Others than our own, as 'lab traps' writes them").type("FILE");
    growth.option("--charts", arguments->charts, "Also draw nodes and settling (SVG)").type("FOLDER");
    growth.footer(growth_footer);
    growth.on_run([arguments, &context] { context.exit_code = run_growth(*arguments, context.program.searchers); });
}

constexpr const char* traps_footer =
    "A trap: from a quarter to three quarters of the moves let the opponent mate in two, none lets\n"
    "him mate in one. Nothing is guessed, every reply is tried. The search that played the game\n"
    "thought the position could be held. One trap of a game is kept.\n\n"
    "Example: rookery lab traps some.games --output traps.epd\n"
    "         rookery suite traps.epd mcts,solver=0 iterative --nodes 1000\n\n"
    "Ctrl-C ends it and writes what was found; the exit code is then 130.";

void add_traps(Command lab, Context& context) {
    const Command traps = lab.subcommand("traps", "Find positions where many moves allow a mate in two");
    const auto arguments = std::make_shared<TrapSearchArguments>();
    traps.argument("FILE", arguments->files, "Games of 'rookery selfplay'").required();
    traps.option("--output", arguments->output, "Write them there (EPD)").type("FILE");
    traps.option("--most", arguments->most, "Enough (default: 64)").type("N").whole_range(1, 1'000'000);
    traps.option("--one-in", arguments->one_in, "Look at one game in so many (default: 1)")
        .type("N")
        .whole_range(1, 1'000'000);
    traps.footer(traps_footer);
    traps.on_run([arguments, &context] { context.exit_code = run_trap_search(*arguments); });
}

}  // namespace

void add_lab_command(CommandLine& line, Context& context) {
    const Command command = line.command("lab", "Experiments");
    command.require_subcommand();
    command.footer("Example: rookery lab growth\n"
                   "'rookery lab growth --help' explains it.");
    add_growth(command, context);
    add_traps(command, context);
}

}  // namespace rookery
