// What a word that is being typed at the console may become.
#pragma once

#include "terminal/console/console_state.h"

#include <string>
#include <string_view>
#include <vector>

namespace rookery::console {

// For the last word of the text, in order and each once: commands and moves at the beginning, and after a command
// whatever it takes.
[[nodiscard]] std::vector<std::string> completions(std::string_view before_cursor, const ConsoleState& state);

}  // namespace rookery::console
