// The command line of the program as a conversation: a line goes in, a text comes out.
//
// It reads nothing, and what it shows before it is done goes to its Screen, so a test can hold the conversation as
// well as a terminal. It keeps one game, which all commands are about.
#pragma once

#include "terminal/console/command_table.h"

#include <string>
#include <string_view>
#include <vector>

namespace rookery {

class Console {
  public:
    // The screen outlives this.
    Console(SearcherTable searchers, const Style& style, Screen& screen) : state_{searchers, style, screen} {}

    // A command, a move to make, or a position. May take long; the token ends it with what was found so far.
    [[nodiscard]] ConsoleReply answer(std::string_view line, const std::stop_token& stop = {});

    // All that the last word before the cursor may become.
    [[nodiscard]] std::vector<std::string> completions(std::string_view before_cursor) const;

    [[nodiscard]] const Game& game() const { return state_.game; }

  private:
    [[nodiscard]] ConsoleReply answer_unknown(std::string_view text, std::string_view word);

    ConsoleState state_;
};

}  // namespace rookery
