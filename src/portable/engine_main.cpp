// The bare engine, as test frameworks and other programs start it: UCI when there are no arguments.

#include "commands/cli.h"
#include "tablebases/tablebases.h"

int main(int argc, char** argv) {
    using namespace rookery;
    Tablebases tables;
    return run_program(argc, argv, {ProgramKind::Engine, all_searchers(), &tables});
}
