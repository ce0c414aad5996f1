// Rookery, the whole program.

#include "commands/program.h"
#include "commands/searchers.h"

int main(int argc, char** argv) {
    using namespace rookery;
    return run_program(argc, argv, {ProgramKind::Full, all_searchers()});
}
