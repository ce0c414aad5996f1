// The commands of a program with a colony.
#pragma once

#include "commands/cli.h"

namespace rookery {

void add_colony_command(CommandLine& line, Context& context);
void add_worker_command(CommandLine& line, Context& context);

}  // namespace rookery
