#include "terminal/console/console.h"

#include "notation/ascii.h"
#include "notation/printable.h"
#include "terminal/console/arguments.h"
#include "terminal/console/board_moves.h"
#include "terminal/console/completion.h"
#include "terminal/console/position_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>

namespace rookery {
namespace {

// Words that only an engine knows, for those who forget to say uci first.
bool is_word_of_uci(std::string_view word) {
    constexpr std::string_view words[] = {"isready", "setoption", "ucinewgame", "stop", "ponderhit"};
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

}  // namespace

ConsoleReply Console::answer(std::string_view line, const std::stop_token& stop) {
    const std::string_view text = ascii::trim(line);
    if (text.empty() || text.front() == '#') return {};
    const std::string_view word = console::words_of(text).front();
    try {
        if (const ConsoleCommand* command = find_console_command(word))
            return command->run(state_, {ascii::trim(text.substr(word.size())), stop});
        return answer_unknown(text, word);
    } catch (const std::exception& problem) {
        return {fmt::format("That failed: {}\n", printable(problem.what(), 200))};
    }
}

ConsoleReply Console::answer_unknown(std::string_view text, std::string_view word) {
    if (word.find('/') != std::string_view::npos) return console::set_position(state_, text);
    if (console::looks_like_move(state_.game.position(), word)) return console::make_moves(state_, text);
    const std::string shown = printable(word, 20);
    const std::string_view near = nearest_console_command(word);
    std::string why = fmt::format("'{}' is neither a command nor a move; help lists the commands.", shown);
    if (!near.empty()) why = fmt::format("I do not know '{}'. Did you mean '{}'?", shown, near);
    if (is_word_of_uci(word)) why = fmt::format("'{}' is a word of UCI; type uci first.", shown);
    return {console::paragraphs(why, state_.screen.width())};
}

std::vector<std::string> Console::completions(std::string_view before_cursor) const {
    return console::completions(before_cursor, state_);
}

}  // namespace rookery
