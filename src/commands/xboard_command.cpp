#include "commands/cli.h"
#include "commands/engine_loop.h"

#include <iostream>

namespace rookery {

void add_xboard_command(CommandLine& line, Context& context) {
    const Command command =
        line.command("xboard", "Speak the xboard protocol (CECP), for older programs");
    command.footer(
        "Example: xboard -fcp 'rookery xboard'\n"
        "Reads commands from its input until 'quit' or the end. If the first is 'uci', it\n"
        "speaks that instead.");
    command.on_run([&context] {
        // Unsynchronised streams read in blocks, not byte by byte.
        std::ios::sync_with_stdio(false);
        run_engine(context, Dialect::Xboard, std::cin);
    });
}

}  // namespace rookery
