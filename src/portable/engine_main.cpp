// The bare engine, as test frameworks and other programs start it: UCI when there are no arguments.

#include "commands/run.h"

int main(int argc, char** argv) { return rookery::run(argc, argv, rookery::Program::engine); }
