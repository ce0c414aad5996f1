#include "commands/cli.h"

#include "base/text.h"
#include "base/threads.h"
#include "commands/shared_options.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rookery {
namespace {

constexpr std::string_view program_footer =
    "Without a command it is the console: it reads commands and moves, and 'help' lists them.\n"
    "Example: rookery play --white\n"
    "'rookery COMMAND --help' explains a command.\n\n"
    "Exit codes: 0 done, 1 failed, 2 the command line makes no sense, 3 something is missing,\n"
    "4 and 5 see 'rookery match --help', 75 see 'rookery worker --help', 130 interrupted";
constexpr std::string_view engine_footer =
    "Without a command it speaks UCI, or xboard if it is greeted so.\nExample: rookery perft 5";

// Suggests the command that was meant; CLI11 would only call the word an unexpected argument.
bool is_known_command(const CommandLine& line, const std::string& word) {
    const std::vector<std::string> commands = line.command_names();
    if (std::find(commands.begin(), commands.end(), word) != commands.end()) return true;
    const std::string near = nearest_name(word, commands);
    const std::string shown = printable(word, 40);
    if (near.empty())
        print_error(fmt::format("unknown command '{}'; 'rookery --help' lists them", shown));
    else
        print_error(fmt::format("unknown command '{}'; did you mean '{}'?", shown, near));
    return false;
}

bool is_uci_command(std::string_view word) {
    constexpr std::string_view words[] = {"go", "d", "compiler", "isready"};
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

void add_commands(CommandLine& line, Context& context) {
    const bool full = context.program.kind == ProgramKind::Full;
    if (full) {
        add_console_command(line, context);
        add_play_command(line, context);
    }
    add_uci_command(line, context);
    add_xboard_command(line, context);
    add_perft_command(line, context);
    add_bench_command(line, context);
    add_speedtest_command(line, context);
    add_eval_command(line, context);
    add_match_command(line, context);
    add_tournament_command(line, context);
    add_suite_command(line, context);
    add_selfplay_command(line, context);
    add_engine_command(line, context);
    if (full) add_tune_command(line, context);
    if (full) add_lab_command(line, context);
    if (full && context.colony != nullptr) context.colony->add_commands(line, context);
}

}  // namespace

int run_program(int argc, char** argv, const Program& program) {
    use_deep_stacks();
    std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    CommandLine line("rookery", "Rookery: a chess engine", name_and_version());
    line.footer(std::string(program.kind == ProgramKind::Engine ? engine_footer : program_footer));
    Context context{program};
#ifdef ROOKERY_COLONY
    context.colony = &colony_access();
#endif
    add_commands(line, context);

    if (arguments.empty()) arguments = {program.kind == ProgramKind::Full ? "console" : "uci"};
    if (arguments.front() == "help") {
        arguments.erase(arguments.begin());
        arguments.insert(arguments.begin() + !arguments.empty(), "--help");
    }
    // The bare engine takes some words as commands of UCI, as engines do.
    if (program.kind == ProgramKind::Engine && is_uci_command(arguments.front()))
        arguments.insert(arguments.begin(), "uci");
    if (arguments.front().substr(0, 1) != "-" && !is_known_command(line, arguments.front()))
        return exit_usage;

    try {
        if (const auto refusal = line.run(std::move(arguments))) {
            print_error(printable(refusal->why, 400));
            fmt::print(stderr, "'{} --help' shows how it is used.\n", refusal->command);
            return exit_usage;
        }
    } catch (const std::exception& problem) {
        print_error(printable(problem.what(), 400));
        return exit_failed;
    }
    return context.exit_code;
}

}  // namespace rookery
