// The program as an engine that others talk to.
#pragma once

#include "commands/cli.h"
#include "protocol/line_io.h"

#include <cstdio>
#include <istream>
#include <random>

namespace rookery {

[[nodiscard]] inline LoopSetup loop_setup(const Context& context) {
    return {name_and_version(), context.program.searchers, std::random_device{}()};
}

// Until `quit` or the end of the input.
inline void run_engine(const Context& context, Dialect expected, std::istream& input) {
    run_loop(loop_setup(context), expected, input, stdout);
}

}  // namespace rookery
