#include "terminal/console/completion.h"

#include "chess/movegen.h"
#include "eval/kinds/evaluators.h"
#include "terminal/console/arguments.h"
#include "terminal/console/board_moves.h"
#include "terminal/console/command_table.h"
#include "terminal/play/play_text.h"

#include <algorithm>

namespace rookery::console {
namespace {

using Words = std::vector<std::string_view>;

// Those to go on with after these moves.
std::vector<std::string> next_moves(const Game& game, std::span<const std::string_view> made) {
    const auto after = with_moves(game, made);
    if (!after) return {};
    const MoveList list = legal_moves(after->position());
    return san_names(after->position(), {list.begin(), list.end()});
}

template <class Table>
void append_names(std::vector<std::string>& names, const Table& table) {
    for (const auto& entry : table) names.emplace_back(entry.name);
}

std::vector<std::string> first_words(const ConsoleState& state, bool moves_too) {
    std::vector<std::string> all;
    append_names(all, console_commands());
    if (moves_too)
        for (std::string& move : next_moves(state.game, {})) all.push_back(std::move(move));
    return all;
}

// The moves of `position ... moves ...` as far as they are typed.
std::vector<std::string> position_words(const Words& words) {
    const auto at = std::find(words.begin(), words.end(), "moves");
    if (at == words.end()) return {};
    if (words.size() < 2 || words[1] != "startpos") return {};
    return next_moves(Game(), {at + 1, words.end()});
}

std::vector<std::string> words_after(const ConsoleCommand& command, const Words& words, const ConsoleState& state) {
    std::vector<std::string> all;
    for (const std::string_view keyword : words_of(command.keywords)) all.emplace_back(keyword);
    switch (command.words) {
        case ConsoleWords::None: break;
        case ConsoleWords::Commands: append_names(all, console_commands()); break;
        case ConsoleWords::Searchers: append_names(all, state.searchers); break;
        case ConsoleWords::Evaluators: append_names(all, all_evaluators()); break;
        case ConsoleWords::Moves: return next_moves(state.game, std::span(words).subspan(1));
    }
    if (command.name == "position")
        for (std::string& move : position_words(words)) all.push_back(std::move(move));
    return all;
}

}  // namespace

std::vector<std::string> completions(std::string_view before_cursor, const ConsoleState& state) {
    Words words = words_of(before_cursor);
    const bool new_word = before_cursor.empty() || before_cursor.back() == ' ';
    const std::string_view begun = new_word || words.empty() ? std::string_view() : words.back();
    if (!begun.empty()) words.pop_back();

    std::vector<std::string> all;
    if (words.empty())
        all = first_words(state, !begun.empty());
    else if (const ConsoleCommand* command = find_console_command(words.front()))
        all = words_after(*command, words, state);
    else
        all = next_moves(state.game, words);  // moves without a command
    std::erase_if(all, [&](const std::string& word) { return !std::string_view(word).starts_with(begun); });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

}  // namespace rookery::console
