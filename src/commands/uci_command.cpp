#include "commands/context.h"
#include "protocol/uci_loop.h"

#include <iostream>
#include <random>

namespace rookery {

void add_uci_command(CLI::App& app, Context& context) {
    CLI::App* command =
        app.add_subcommand("uci", "Speak UCI, for graphical programs and match runners");
    command->footer("Example: rookery uci\n"
                    "Reads commands from its input until 'quit' or the end; 'help' lists them.");
    command->callback([&context] {
        const SearcherEntry& entry = context.program.searchers.front();
        const std::uint64_t seed = std::random_device{}();
        // Unsynchronised streams read in blocks, not byte by byte.
        std::ios::sync_with_stdio(false);
        uci::run_loop(name_and_version(), entry.create(seed), std::cin, stdout);
    });
}

}  // namespace rookery
