#include "commands/context.h"
#include "protocol/loop.h"
#include "protocol/uci_loop.h"

#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace rookery {

void add_uci_command(CommandLine& line, Context& context) {
    const Command command =
        line.command("uci", "Speak UCI, for graphical programs and match runners");
    const auto words = std::make_shared<std::vector<std::string>>();
    command.argument("COMMAND", *words, "One command to answer, instead of those of the input");
    command.footer("Example: rookery uci\n"
                   "         rookery uci go depth 12\n"
                   "Reads commands from its input until 'quit' or the end; 'help' lists them.\n"
                   "If the first is 'xboard', it speaks that instead.");
    command.on_run([words, &context] {
        const LoopSetup setup{name_and_version(), context.program.searchers,
                              std::random_device{}()};
        if (!words->empty())
            return uci::run_command(setup, fmt::format("{}", fmt::join(*words, " ")), stdout);
        // Unsynchronised streams read in blocks, not byte by byte.
        std::ios::sync_with_stdio(false);
        run_loop(setup, Dialect::Uci, std::cin, stdout);
    });
}

}  // namespace rookery
