// What the commands of the console work on.
#pragma once

#include "chess/game.h"
#include "search/searcher.h"
#include "terminal/screen.h"
#include "terminal/style.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>

namespace rookery {

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
        Uci,     // from now on an engine that speaks that
        Xboard,
        Play,    // a game with a person, from the present position
    };
    std::string text{};  // whole lines
    Next next = Next::Prompt;
};

// What the arguments are, and when to stop: soon after the token says so.
struct ConsoleCall {
    std::string_view arguments;  // without blanks around them
    std::stop_token stop{};
};

}  // namespace rookery
