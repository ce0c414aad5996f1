// The commands of the console: what they are called, what they mean and who does them.
#pragma once

#include "base/result.h"
#include "chess/game.h"
#include "search/searcher.h"
#include "ui/screen.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

// What the commands of the console work on.

struct ConsoleState {
    SearcherTable searchers;
    Style style;
    Screen& screen;
    Game game{};  // the position that all commands are about, and how it came about
};

// What a command leads to.
struct ConsoleReply {
    enum class Next : std::uint8_t {
        Prompt,
        Quit,
        Uci,  // from now on an engine that speaks that
        Xboard,
        Play,  // a game with a person, from the present position
    };
    std::string text{};  // whole lines
    Next next = Next::Prompt;
};

// What the arguments are, and when to stop: soon after the token says so.
struct ConsoleCall {
    std::string_view arguments;  // without blanks around them
    std::stop_token stop{};
};

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
[[nodiscard]] std::string nearest_console_command(std::string_view word);

}  // namespace rookery

namespace rookery::console {

// The words after a command of the console.

[[nodiscard]] std::vector<std::string_view> words_of(std::string_view text);

// A whole number within bounds. The error names the bounds and what the number is for: "a depth".
[[nodiscard]] Result<int, std::string> number_from(std::string_view text, std::string_view what,
                                                   int lowest, int highest);
// The only argument of a command, or the standard where there is none.
[[nodiscard]] Result<int, std::string> only_number(std::string_view arguments,
                                                   std::string_view what, int standard, int lowest,
                                                   int highest);

// A day, longer than anybody waits.
inline constexpr int most_milliseconds = 24 * 60 * 60 * 1000;

// Text for people: every paragraph broken into lines of that width.
[[nodiscard]] std::string paragraphs(std::string_view text, std::size_t width);

// A word at the left, and text beside it in a column of its own.
[[nodiscard]] std::string beside(std::string_view label, std::size_t indent, std::string_view text,
                                 std::size_t width);

// What a word that is being typed at the console may become.

// For the last word of the text, in order and each once: commands and moves at the beginning, and
// after a command whatever it takes.
[[nodiscard]] std::vector<std::string> completions(std::string_view before_cursor,
                                                   const ConsoleState& state);

}  // namespace rookery::console
