#include "commands/cli.h"

#include "base/text.h"
#include "base/threads.h"
#include "commands/shared_options.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
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
    add_book_command(line, context);
    if (context.program.tables != nullptr) add_tb_command(line, context);
    add_selfplay_command(line, context);
    add_human_command(line, context);
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
    try {
        if (const auto refusal = line.run(arguments)) {
            print_error(printable(refusal->why, 400));
            const std::string command = refusal->command.empty() ? "" : ' ' + refusal->command;
            fmt::print(stderr, "'{}{} --help' {}.\n", command_name(), command,
                       command.empty() ? "lists the commands" : "shows how it is used");
            return exit_usage;
        }
    } catch (const std::exception& problem) {
        print_error(printable(problem.what(), 400));
        return exit_failed;
    }
    // The output may not have arrived, for example on a full disk.
    errno = 0;
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        return fail_with(fmt::format("the output could not be written{}{}", errno == 0 ? "" : ": ",
                                     errno == 0 ? "" : std::strerror(errno)));
    return context.exit_code;
}

}  // namespace rookery
