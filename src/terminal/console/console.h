// The command line of the program as a conversation: a line goes in, a text comes out.
//
// It reads nothing, and what it shows before it is done goes to its Screen, so a test can hold the
// conversation as well as a terminal. It keeps one game, which all commands are about.
#pragma once

#include "terminal/console/command_table.h"
#include "terminal/line_source.h"
#include "ui/interrupts.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

class Console {
  public:
    // The screen outlives this.
    Console(SearcherTable searchers, const Style& style, Screen& screen)
        : state_{searchers, style, screen} {}

    // A command, a move to make, or a position. May take long; the token ends it with what was
    // found so far.
    [[nodiscard]] ConsoleReply answer(std::string_view line, const std::stop_token& stop = {});

    // All that the last word before the cursor may become.
    [[nodiscard]] std::vector<std::string> completions(std::string_view before_cursor) const;

    [[nodiscard]] const Game& game() const { return state_.game; }

  private:
    [[nodiscard]] ConsoleReply answer_unknown(std::string_view text, std::string_view word);

    ConsoleState state_;
};

// Connects a console to the terminal, or to whatever the input and output are.

enum class ConsoleEnd : std::uint8_t {
    Left,  // by quit, or the end of the input
    Uci,   // the rest of the input is for an engine
    Xboard,
    Interrupted,  // by a signal
};

struct ConsoleSurroundings {
    TypedLines& lines;
    Screen& screen;
    const Interrupts& interrupts;
    bool typed = false;                       // by a person, who goes on after Ctrl-C
    std::function<void(const Game&)> play{};  // a game with a person
};

// Until the input ends or somebody leaves. Ctrl-C ends the command that is running; where nobody
// types it ends all, and so does a request to end the program.
[[nodiscard]] ConsoleEnd run_console_loop(Console& console, const ConsoleSurroundings& around);

}  // namespace rookery
