// What the subcommands share.
#pragma once

#include "commands/command_line.h"
#include "ui/exit_codes.h"
#include "search/searcher.h"

namespace rookery {

enum class ProgramKind {
    Full,    // everything; without arguments it is the console
    Engine,  // what other programs start: no games with people; without arguments it speaks UCI
};

struct Program {
    ProgramKind kind = ProgramKind::Full;
    SearcherTable searchers;
};

struct Context {
    const Program& program;
    // Set by the subcommand that ran.
    int exit_code = exit_ok;
};

// Each adds one command. The context must outlive the command line.
void add_console_command(CommandLine& line, Context& context);
void add_play_command(CommandLine& line, Context& context);
void add_uci_command(CommandLine& line, Context& context);
void add_xboard_command(CommandLine& line, Context& context);
void add_perft_command(CommandLine& line, Context& context);
void add_bench_command(CommandLine& line, Context& context);
void add_speedtest_command(CommandLine& line, Context& context);
void add_eval_command(CommandLine& line, Context& context);
void add_match_command(CommandLine& line, Context& context);
void add_tournament_command(CommandLine& line, Context& context);
void add_suite_command(CommandLine& line, Context& context);
void add_selfplay_command(CommandLine& line, Context& context);
void add_engine_command(CommandLine& line, Context& context);
void add_tune_command(CommandLine& line, Context& context);
void add_lab_command(CommandLine& line, Context& context);
// Not in every program: see src/CMakeLists.txt.
void add_colony_command(CommandLine& line, Context& context);
void add_worker_command(CommandLine& line, Context& context);

// "Rookery 0.1.0".
[[nodiscard]] inline const char* name_and_version() { return "Rookery " ROOKERY_VERSION; }

}  // namespace rookery
