// The commands of the console: what they are called, what they mean and who does them.
#pragma once

#include "terminal/console/console_state.h"

#include <span>

namespace rookery {

// Of what kind the words after a command are, for completion.
enum class ConsoleWords : std::uint8_t { None, Commands, Moves, Searchers, Evaluators };

struct ConsoleCommand {
    std::string_view name;
    std::string_view arguments;  // as help lists them: <3> is a default
    std::string_view summary;
    std::string_view explanation;  // with an example; one paragraph a line
    ConsoleReply (*run)(ConsoleState& state, const ConsoleCall& call);
    ConsoleWords words = ConsoleWords::None;
    std::string_view keywords = {};  // other words it takes, with blanks between them
};

[[nodiscard]] std::span<const ConsoleCommand> console_commands();

// Upper and lower case are the same, and the names people try first are known; nothing else is.
[[nodiscard]] const ConsoleCommand* find_console_command(std::string_view word);

// The name most like the word, or nothing if none is like it.
[[nodiscard]] std::string_view nearest_console_command(std::string_view word);

}  // namespace rookery
