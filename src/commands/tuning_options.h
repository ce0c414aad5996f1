// `rookery tune sequential`, `genetic`, `anneal`, `spsa` and `judge` on the command line.
#pragma once

#include "commands/cli.h"

namespace rookery {

void add_tuning_by_games(Command tune, Context& context);

}  // namespace rookery
