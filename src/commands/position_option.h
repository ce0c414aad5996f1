// A position on the command line: the option --fen, which several commands have, or plain words.
#pragma once

#include "base/result.h"
#include "chess/position.h"
#include "commands/command_line.h"

#include <optional>
#include <string>
#include <vector>

namespace rookery {

class PositionOption {
  public:
    // The object must live as long as the command.
    void add_to(Command command);
    // The same as arguments without an option before them.
    void add_as_words(Command command);

    [[nodiscard]] bool is_given() const { return !words_.empty(); }
    // The position asked for, or the start. Says on stderr what is wrong with it, or was put right.
    [[nodiscard]] std::optional<Position> position() const;

  private:
    // A FEN is often typed without quotes, and the shell then makes six words of it.
    std::vector<std::string> words_;
    const char* name_ = "--fen";
};

// A file of positions, as text or as a trainer takes them.

// Of a file that ends in .positions records of 32 bytes, of any other lines of EPD. The error says
// what is wrong where.
[[nodiscard]] Result<std::vector<Position>, std::string> positions_of_file(const std::string& path);

}  // namespace rookery
