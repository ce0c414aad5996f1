#include "commands/position_option.h"

#include "notation/fen.h"
#include "notation/printable.h"

#include <fmt/format.h>

namespace rookery {

void PositionOption::add_to(Command command) {
    command.option("--fen", words_, "The position, as FEN (default: the start)")
        .type("FEN")
        .words(1, 6);
}

void PositionOption::add_as_words(Command command) {
    name_ = "FEN";
    command.argument("FEN", words_, "The position (default: the start)");
}

std::optional<Position> PositionOption::position() const {
    if (words_.empty()) return Position::start();
    std::string text;
    for (const std::string& word : words_) text += (text.empty() ? "" : " ") + word;
    const auto parsed = parse_fen(text);
    if (!parsed) {
        fmt::print(stderr, "rookery: {}: {}\n  {}\n", name_, describe(parsed.error()),
                   printable(text, 100));
        return std::nullopt;
    }
    if (parsed->notices.any())
        fmt::print(stderr, "rookery: {}: {}\n", name_, describe(parsed->notices));
    return parsed->position;
}

}  // namespace rookery
