#include "knowledge/opening_names.h"

#include "base/text.h"
#include "notation/san.h"

#include <algorithm>
#include <utility>

namespace rookery {

namespace {

// The part of the text before the separator, which is removed from the text together with it.
std::string_view take_until(std::string_view& text, char separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

// "1." and "1..." in front of a move.
std::string_view without_number(std::string_view word) {
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    const std::size_t end = std::min(word.find_first_not_of('.', digits), word.size());
    return digits > 0 && end > digits ? word.substr(end) : word;
}

Result<Position, std::string> position_after(std::string_view moves) {
    Position position = Position::start();
    while (!moves.empty()) {
        const std::string_view word = without_number(take_until(moves, ' '));
        if (word.empty()) continue;
        const auto move = parse_san(position, word);
        if (!move) return failure("'" + printable(word, 20) + "' is not a move there");
        position = position.after(*move);
    }
    return position;
}

}  // namespace

OpeningNames OpeningNames::built_in() {
    OpeningNames names;
    (void)names.add(built_in_opening_names());  // a test reads every line
    return names;
}

std::optional<std::string> OpeningNames::add(std::string_view table) {
    for (std::size_t line = 1; !table.empty(); ++line) {
        std::string_view rest = ascii::trim(take_until(table, '\n'));
        if (rest.empty() || rest.front() == '#') continue;
        const std::string_view eco = ascii::trim(take_until(rest, '\t'));
        const std::string_view name = ascii::trim(take_until(rest, '\t'));
        const std::string_view moves = ascii::trim(take_until(rest, '\t'));
        if (line == 1 && ascii::equal_ignoring_case(eco, "eco")) continue;  // a head
        const auto fail = [line](const std::string& why) {
            return "line " + std::to_string(line) + ": " + why;
        };
        if (eco.empty() || name.empty() || moves.empty())
            return fail("it is not a code, a name and moves, with a tabulator between them");
        const auto position = position_after(moves);
        if (!position) return fail(position.error());
        names_.insert_or_assign(position->key(), OpeningName{std::string(eco), std::string(name)});
    }
    return std::nullopt;
}

const OpeningName* OpeningNames::find(const Position& position) const {
    const auto found = names_.find(position.key());
    return found == names_.end() ? nullptr : &found->second;
}

std::optional<OpeningNames::Found> OpeningNames::find(const Game& game) const {
    for (std::size_t plies = game.plies() + 1; plies-- > 0;) {
        const Position& position =
            plies == game.plies() ? game.position() : game.position_at(plies);
        if (const OpeningName* name = find(position)) return Found{*name, plies};
    }
    return std::nullopt;
}

}  // namespace rookery
