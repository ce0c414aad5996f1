#include "commands/program.h"

#include "base/threads.h"
#include "commands/context.h"
#include "notation/printable.h"
#include "terminal/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

const char* name_and_version() { return "Rookery " ROOKERY_VERSION; }

namespace {

constexpr std::string_view footer =
    "Example: rookery play --white\n"
    "'rookery COMMAND --help' explains a command.\n\n"
    "Exit codes: 0 done, 1 failed, 2 the command line makes no sense, 3 something is missing,\n"
    "4 and 5 see 'rookery match --help', 130 interrupted";

void describe_program(CLI::App& app, const Program& program) {
    app.name("rookery");
    app.description("Rookery: a chess engine");
    app.footer(std::string(footer));
    app.set_version_flag("--version", name_and_version());
    app.set_help_flag("-h,--help", "Show this help");
    app.require_subcommand(0, 1);
    app.get_formatter()->column_width(28);
    if (program.kind == ProgramKind::Engine)
        app.footer("Without a command it speaks UCI, or xboard if it is greeted so.\nExample: rookery perft 5");
}

void complain(std::string_view text) { fmt::print(stderr, "rookery: {}\n", text); }

std::vector<std::string_view> command_names(const CLI::App& app) {
    std::vector<std::string_view> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

// CLI11 would call it an unexpected argument; people rather want to hear what they mistyped.
bool is_known_command(const CLI::App& app, const std::string& word) {
    const std::vector<std::string_view> names = command_names(app);
    if (std::find(names.begin(), names.end(), word) != names.end()) return true;
    const std::string_view near = nearest(word, names);
    const std::string shown = printable(word, 40);
    if (near.empty())
        complain(fmt::format("unknown command '{}'; 'rookery --help' lists them", shown));
    else
        complain(fmt::format("unknown command '{}'; did you mean '{}'?", shown, near));
    return false;
}

bool is_uci_command(std::string_view word) {
    constexpr std::string_view words[] = {"go", "d", "compiler", "isready"};
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

int report_parse_error(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // help and version
    std::string command = "rookery";
    for (const CLI::App* used : app.get_subcommands()) command += " " + used->get_name();
    complain(printable(error.what(), 400));
    fmt::print(stderr, "'{} --help' shows how it is used.\n", command);
    return exit_usage;
}

}  // namespace

int run_program(int argc, char** argv, const Program& program) {
    use_deep_stacks();
    std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    CLI::App app;
    describe_program(app, program);
    Context context{program};
    if (program.kind == ProgramKind::Full) add_play_command(app, context);
    add_uci_command(app, context);
    add_xboard_command(app, context);
    add_perft_command(app, context);
    add_bench_command(app, context);
    add_speedtest_command(app, context);
    add_eval_command(app, context);
    add_match_command(app, context);
    add_tournament_command(app, context);
    add_suite_command(app, context);
    add_selfplay_command(app, context);
    add_engine_command(app, context);
    if (program.kind == ProgramKind::Full) add_tune_command(app, context);

    if (arguments.empty()) arguments = {program.kind == ProgramKind::Full ? "--help" : "uci"};
    if (arguments.front() == "help") {
        arguments.erase(arguments.begin());
        arguments.insert(arguments.begin() + !arguments.empty(), "--help");
    }
    // The bare engine takes what it does not know as a command of UCI, as engines do.
    if (program.kind == ProgramKind::Engine && is_uci_command(arguments.front()))
        arguments.insert(arguments.begin(), "uci");
    if (arguments.front().substr(0, 1) != "-" && !is_known_command(app, arguments.front()))
        return exit_usage;

    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    try {
        app.parse(arguments);
    } catch (const CLI::ParseError& error) {
        return report_parse_error(app, error);
    } catch (const std::exception& problem) {
        complain(printable(problem.what(), 400));
        return exit_failed;
    }
    return context.exit_code;
}

}  // namespace rookery
