// The console as a dialogue: a line goes in, a text comes out. It keeps one game for all commands.
//
// It reads nothing, and output during a command goes to its Screen, so that a test can run it
// without a terminal.
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
        : state_{searchers, style, screen,
                 BoardCommands(
                     style, false, [&screen] { return screen.width(); },
                     [searchers] { return searchers.front().create({}); })} {}

    // The line is a command, a move to make, or a position. It may take long; the token ends it
    // with the result so far.
    [[nodiscard]] ConsoleReply answer(std::string_view line, const std::stop_token& stop = {});

    // The words that complete the last one before the cursor, sorted.
    [[nodiscard]] std::vector<std::string> completions(std::string_view before_cursor) const;

    [[nodiscard]] const Game& game() const { return state_.game; }

  private:
    [[nodiscard]] ConsoleReply answer_unknown(std::string_view text, std::string_view word);

    ConsoleState state_;
};

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
    bool typed = false;                       // by a person, for whom Ctrl-C ends a command only
    std::function<void(const Game&)> play{};  // a game with a person
};

// Runs until the input ends or quit. Ctrl-C ends the running command; without a person at the
// keyboard it ends the console, and so does SIGTERM.
[[nodiscard]] ConsoleEnd run_console_loop(Console& console, const ConsoleSurroundings& around);

}  // namespace rookery
