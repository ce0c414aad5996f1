// Rookery, the whole program.

#include "commands/cli.h"

int main(int argc, char** argv) {
    using namespace rookery;
    return run_program(argc, argv, {ProgramKind::Full, all_searchers()});
}
