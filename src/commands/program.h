// The program as the command line sees it: subcommands, help and exit codes.
#pragma once

#include "search/searcher.h"

namespace rookery {

enum class ProgramKind {
    Full,    // everything; without arguments it shows its help
    Engine,  // what other programs start: no games with people; without arguments it speaks UCI
};

struct Program {
    ProgramKind kind = ProgramKind::Full;
    SearcherTable searchers;
};

// Returns the exit code; see exit_codes.h.
[[nodiscard]] int run_program(int argc, char** argv, const Program& program);

}  // namespace rookery
