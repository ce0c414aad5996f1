// What is shown of the position, and how it is changed; for the commands and for what is typed without one.
#pragma once

#include "terminal/console/console_state.h"

#include <string>
#include <string_view>

namespace rookery::console {

// The board, and whose turn it is or how the game has ended.
[[nodiscard]] std::string situation(const ConsoleState& state);

// As the command position takes it.
[[nodiscard]] ConsoleReply set_position(ConsoleState& state, std::string_view text);

// As the command moves takes them; there is at least one.
[[nodiscard]] ConsoleReply make_moves(ConsoleState& state, std::string_view text);

}  // namespace rookery::console
