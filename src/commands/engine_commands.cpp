// The commands that read commands from the input: console, uci and xboard.
#include "base/files.h"
#include "commands/cli.h"
#include "protocol/line_io.h"
#include "protocol/uci_session.h"
#include "terminal/console/console.h"
#include "terminal/line_editor.h"
#include "terminal/line_source.h"
#include "terminal/play/play_loop.h"
#include "ui/screen.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace rookery {
namespace {

LoopSetup loop_setup(const Context& context) {
    return {name_and_version(), without_experiments(context.program.searchers),
            std::random_device{}()};
}

// Runs until `quit` or the end of the input.
void run_engine(const Context& context, Dialect expected, std::istream& input) {
    run_loop(loop_setup(context), expected, input, stdout);
}

void run_engine_on_stdin(const Context& context, Dialect expected) {
    // Unsynchronised streams read in blocks, not byte by byte.
    std::ios::sync_with_stdio(false);
    run_engine(context, expected, std::cin);
}

std::optional<std::filesystem::path> history_path() {
    const auto folder = state_folder();
    if (!folder) return std::nullopt;
    return *folder / "history";
}

struct Ended {
    ConsoleEnd how;
    std::string rest;  // input that was read but not used
};

Ended talk(SearcherTable searchers) {
    const Interrupts interrupts;
    LineSource source(STDIN_FILENO, interrupts);
    const TerminalFacts output = facts_about(STDOUT_FILENO);
    const Style style = style_for(output);
    FileScreen screen(stdout, output.can_move_cursor());
    Console console(searchers, style, screen);
    const auto lines = make_lines(
        source, output.is_terminal,
        [&](std::string_view text) { return console.completions(text); }, history_path());
    if (source.is_typed())
        screen.show(fmt::format(
            "{}\n{}", name_and_version(),
            wrapped("help lists the commands, play plays a game, quit leaves", screen.width())));
    const ConsoleEnd how =
        run_console_loop(console, {*lines, screen, interrupts, source.is_typed(),
                                   [&](const Game& game) { play_from(game, searchers, source); }});
    return {how, source.rest()};
}

int run_console(const Context& context) {
    // When talk() returns, signals have their usual effect again, as an engine needs it.
    const Ended ended = talk(without_experiments(context.program.searchers));
    if (ended.how == ConsoleEnd::Interrupted) return exit_interrupted;
    if (ended.how == ConsoleEnd::Left) return exit_ok;
    const bool uci = ended.how == ConsoleEnd::Uci;
    ContinuedInput buffer((uci ? "uci\n" : "xboard\n") + ended.rest, STDIN_FILENO);
    std::istream input(&buffer);
    run_engine(context, uci ? Dialect::Uci : Dialect::Xboard, input);
    return exit_ok;
}

}  // namespace

void add_uci_command(CommandLine& line, Context& context) {
    const Command command =
        line.command("uci", "Speak UCI, for graphical programs and match runners");
    const auto words = std::make_shared<std::vector<std::string>>();
    command.argument("COMMAND", *words, "One command to answer, instead of those of the input");
    command.footer(R"(Example: rookery uci
         rookery uci go depth 12
Reads commands from its input until 'quit' or the end; 'help' lists them.
If the first is 'xboard', it speaks that instead.)");
    command.on_run([words, &context] {
        if (!words->empty())
            return uci::run_command(loop_setup(context), fmt::format("{}", fmt::join(*words, " ")),
                                    stdout);
        run_engine_on_stdin(context, Dialect::Uci);
    });
}

void add_xboard_command(CommandLine& line, Context& context) {
    const Command command =
        line.command("xboard", "Speak the xboard protocol (CECP), for older programs");
    command.footer(R"(Example: xboard -fcp 'rookery xboard'
Reads commands from its input until 'quit' or the end. If the first is 'uci', it
speaks that instead.)");
    command.on_run([&context] { run_engine_on_stdin(context, Dialect::Xboard); });
}

void add_console_command(CommandLine& line, Context& context) {
    const Command command = line.command(
        "console", "Commands about a position: think, compare, count, explain; the default");
    command.footer(R"(Example: rookery console
         printf 'position startpos moves e4\nmcts 500\n' | rookery console
Reads commands until 'quit' or the end of the input; 'help' lists them. 'uci' and 'xboard'
make an engine of it.)");
    command.on_run([&context] { context.exit_code = run_console(context); });
}

}  // namespace rookery
