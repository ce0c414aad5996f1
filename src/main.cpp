// Rookery, the whole program.

#include "commands/cli.h"
#include "tablebases/tablebases.h"

int main(int argc, char** argv) {
    using namespace rookery;
    Tablebases tables;
    return run_program(argc, argv, {ProgramKind::Full, all_searchers(), &tables});
}
