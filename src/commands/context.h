// What the subcommands share.
#pragma once

#include "commands/exit_codes.h"
#include "commands/program.h"

#include <CLI/CLI.hpp>

namespace rookery {

struct Context {
    const Program& program;
    // Set by the subcommand that ran.
    int exit_code = exit_ok;
};

// Each adds one subcommand. The context must outlive the app.
void add_play_command(CLI::App& app, Context& context);
void add_uci_command(CLI::App& app, Context& context);
void add_xboard_command(CLI::App& app, Context& context);
void add_perft_command(CLI::App& app, Context& context);
void add_bench_command(CLI::App& app, Context& context);
void add_speedtest_command(CLI::App& app, Context& context);
void add_eval_command(CLI::App& app, Context& context);
void add_match_command(CLI::App& app, Context& context);
void add_tournament_command(CLI::App& app, Context& context);
void add_suite_command(CLI::App& app, Context& context);
void add_selfplay_command(CLI::App& app, Context& context);
void add_engine_command(CLI::App& app, Context& context);
void add_tune_command(CLI::App& app, Context& context);

// "Rookery 0.1.0".
[[nodiscard]] const char* name_and_version();

}  // namespace rookery
