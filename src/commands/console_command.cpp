#include "base/files.h"
#include "commands/cli.h"
#include "commands/engine_loop.h"
#include "commands/play_command.h"
#include "terminal/console/console.h"
#include "terminal/line_editor.h"
#include "terminal/line_source.h"
#include "ui/screen.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <unistd.h>

#include <istream>
#include <memory>
#include <optional>
#include <string>

namespace rookery {
namespace {

std::optional<std::filesystem::path> history_path() {
    const auto folder = state_folder();
    if (!folder) return std::nullopt;
    return *folder / "history";
}

struct Ended {
    ConsoleEnd how;
    std::string rest;  // of the input, read but not used
};

Ended talk(SearcherTable searchers) {
    const Interrupts interrupts;
    LineSource source(STDIN_FILENO, interrupts);
    const TerminalFacts output = facts_about(STDOUT_FILENO);
    const Style style = style_for(output);
    const bool can_move_cursor =
        output.is_terminal && !output.type.empty() && output.type != "dumb";
    FileScreen screen(stdout, can_move_cursor);
    Console console(searchers, style, screen);
    std::unique_ptr<TypedLines> lines;
    if (source.is_typed() && can_move_cursor && can_edit_lines())
        lines = std::make_unique<LineEditor>(
            interrupts, [&](std::string_view text) { return console.completions(text); },
            history_path());
    else
        lines = std::make_unique<PlainLines>(source, source.is_typed() && output.is_terminal);
    if (source.is_typed())
        screen.show(fmt::format(
            "{}\n{}", name_and_version(),
            wrapped("help lists the commands, play plays a game, quit leaves", screen.width())));
    const ConsoleEnd how =
        run_console_loop(console, {*lines, screen, interrupts, source.is_typed(),
                                   [&](const Game& game) { play_from(game, searchers, source); }});
    return {how, source.rest()};
}

int run(const Context& context) {
    // Its signals are handled as ever again when the engine takes over.
    const Ended ended = talk(context.program.searchers);
    if (ended.how == ConsoleEnd::Interrupted) return exit_interrupted;
    if (ended.how == ConsoleEnd::Left) return exit_ok;
    const bool uci = ended.how == ConsoleEnd::Uci;
    ContinuedInput buffer((uci ? "uci\n" : "xboard\n") + ended.rest, STDIN_FILENO);
    std::istream input(&buffer);
    run_engine(context, uci ? Dialect::Uci : Dialect::Xboard, input);
    return exit_ok;
}

}  // namespace

void add_console_command(CommandLine& line, Context& context) {
    const Command command = line.command(
        "console", "Commands about a position: think, compare, count, explain; the default");
    command.footer("Example: rookery console\n"
                   "         printf 'position startpos moves e4\\nmcts 500\\n' | rookery\n"
                   "Reads commands until 'quit' or the end of the input; 'help' lists them. 'uci' "
                   "and 'xboard'\n"
                   "make an engine of it.");
    command.on_run([&context] { context.exit_code = run(context); });
}

}  // namespace rookery
