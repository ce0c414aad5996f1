// The options of the UCI engine: one table says how they are listed, read and checked.
#pragma once

#include "base/result.h"
#include "protocol/uci_parse.h"

#include <cstddef>
#include <string>

namespace rookery::uci {

struct Options {
    bool chess960 = false;
    std::size_t threads = 1;
    std::size_t hash_mib = 16;
    int lines = 1;  // MultiPV
    int move_overhead_ms = 10;
    // Counts the presses of the button.
    int hash_clearings = 0;
};

// The `option name ...` lines.
[[nodiscard]] std::string option_lines();

// The options after that command, or why there is nothing to change.
[[nodiscard]] Result<Options, std::string> with_option(Options options, const SetOption& command);

}  // namespace rookery::uci
