// The program as the command line sees it: subcommands, help and exit codes.
#pragma once

#include "commands/cli.h"

namespace rookery {

// Returns the exit code; see exit_codes.h.
[[nodiscard]] int run_program(int argc, char** argv, const Program& program);

}  // namespace rookery
