#include "commands/cli.h"
#include "commands/engine_loop.h"
#include "protocol/uci_session.h"

#include <fmt/format.h>

#include <iostream>
#include <memory>
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
        if (!words->empty())
            return uci::run_command(loop_setup(context), fmt::format("{}", fmt::join(*words, " ")),
                                    stdout);
        // Unsynchronised streams read in blocks, not byte by byte.
        std::ios::sync_with_stdio(false);
        run_engine(context, Dialect::Uci, std::cin);
    });
}

}  // namespace rookery
