// Connects a console to the terminal, or to whatever the input and output are.
#pragma once

#include "terminal/console/console.h"
#include "terminal/interrupts.h"
#include "terminal/typed_lines.h"

#include <functional>

namespace rookery {

enum class ConsoleEnd : std::uint8_t {
    Left,         // by quit, or the end of the input
    Uci,          // the rest of the input is for an engine
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

// Until the input ends or somebody leaves. Ctrl-C ends the command that is running; where nobody types it ends all,
// and so does a request to end the program.
[[nodiscard]] ConsoleEnd run_console_loop(Console& console, const ConsoleSurroundings& around);

}  // namespace rookery
