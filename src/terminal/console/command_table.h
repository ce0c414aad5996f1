// The commands of the console: their names, their help and their handlers; and helpers for
// handlers.
#pragma once

#include "base/result.h"
#include "chess/game.h"
#include "search/searcher.h"
#include "terminal/board_commands.h"
#include "ui/screen.h"

#include <chrono>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

struct ConsoleState {
    SearcherTable searchers;
    Style style;
    Screen& screen;
    BoardCommands board;
    Game game{};  // the game whose position all commands use
};

// The answer to a line, and what comes next.
struct ConsoleReply {
    enum class Next : std::uint8_t {
        Prompt,
        Quit,
        Uci,  // the rest of the input is for a UCI engine
        Xboard,
        Play,  // a game with a person, from the present position
    };
    std::string text{};  // whole lines
    Next next = Next::Prompt;
};

struct ConsoleCommand;

struct ConsoleCall {
    std::string_view arguments;  // without blanks around them
    std::stop_token stop{};      // the command ends soon after a request
    const ConsoleCommand* command = nullptr;
};

// The kind of words after a command, for completion.
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

// Ignores case and knows common other names, such as exit.
[[nodiscard]] const ConsoleCommand* find_console_command(std::string_view word);

// The most similar name, or an empty text if none is similar.
[[nodiscard]] std::string nearest_console_command(std::string_view word);

}  // namespace rookery

namespace rookery::console {

[[nodiscard]] std::vector<std::string_view> words_of(std::string_view text);

// A whole number within bounds. The error names the bounds and the meaning: "a depth".
[[nodiscard]] Result<int, std::string> number_from(std::string_view text, std::string_view what,
                                                   int lowest, int highest);
// The only argument of a command, or the default where there is none.
[[nodiscard]] Result<int, std::string> only_number(std::string_view arguments,
                                                   std::string_view what, int standard, int lowest,
                                                   int highest);
// From 1 to a day.
[[nodiscard]] Result<std::chrono::milliseconds, std::string>
milliseconds_from(std::string_view text);

// Every paragraph broken into lines of that width.
[[nodiscard]] std::string paragraphs(std::string_view text, std::size_t width);

}  // namespace rookery::console
