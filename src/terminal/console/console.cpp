#include "terminal/console/console.h"

#include "base/text.h"
#include "chess/movegen.h"
#include "eval/evaluator.h"
#include "terminal/console/command_table.h"
#include "terminal/console/handlers.h"
#include "terminal/play/play_session.h"
#include "terminal/search_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <exception>
#include <future>
#include <iterator>
#include <utility>

namespace rookery {
namespace {

// Commands of UCI, for people who forget to type uci first.
bool is_word_of_uci(std::string_view word) {
    constexpr std::string_view words[] = {"isready", "setoption", "ucinewgame", "stop",
                                          "ponderhit"};
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

using Words = std::vector<std::string_view>;

// The legal moves after these moves.
std::vector<std::string> next_moves(const Game& game, std::span<const std::string_view> made) {
    const auto after = console::with_moves(game, made);
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

std::vector<std::string> words_after(const ConsoleCommand& command, const Words& words,
                                     const ConsoleState& state) {
    std::vector<std::string> all;
    for (const std::string_view keyword : console::words_of(command.keywords))
        all.emplace_back(keyword);
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

constexpr const char* console_prompt = "rookery> ";

// The reply, and whether a signal came that ends more than the command.
struct Answered {
    ConsoleReply reply;
    bool ends_all = false;
};

// Answers on another thread, which has stack for a search, while this one waits for Ctrl-C.
Answered answered(Console& console, const std::string& line, const ConsoleSurroundings& around) {
    constexpr std::chrono::milliseconds between_looks{20};
    std::stop_source stop;
    Answered result;
    auto reply =
        std::async(std::launch::async, [&] { return console.answer(line, stop.get_token()); });
    while (reply.wait_for(between_looks) != std::future_status::ready) {
        const int signal = around.interrupts.take();
        if (signal == 0) continue;
        stop.request_stop();
        if (signal != SIGINT || !around.typed) result.ends_all = true;
    }
    result.reply = reply.get();
    return result;
}

}  // namespace

ConsoleReply Console::answer(std::string_view line, const std::stop_token& stop) {
    const std::string_view text = ascii::trim(line);
    if (text.empty() || text.front() == '#') return {};
    const std::string_view word = console::words_of(text).front();
    try {
        if (const ConsoleCommand* command = find_console_command(word))
            return command->run(state_, {ascii::trim(text.substr(word.size())), stop, command});
        return answer_unknown(text, word);
    } catch (const std::exception& problem) {
        return {fmt::format("That failed: {}\n", printable(problem.what(), 200))};
    }
}

ConsoleReply Console::answer_unknown(std::string_view text, std::string_view word) {
    if (word.find('/') != std::string_view::npos) return console::set_position(state_, text);
    if (console::looks_like_move(state_.game.position(), word))
        return console::make_moves(state_, text);
    const std::string shown = printable(word, 20);
    const std::string near = nearest_console_command(word);
    std::string why =
        fmt::format("'{}' is neither a command nor a move; help lists the commands.", shown);
    if (!near.empty()) why = fmt::format("'{}' is not a command. Did you mean '{}'?", shown, near);
    const auto of_game = PlaySession::command_names();
    if (std::ranges::find(of_game, word) != of_game.end())
        why = fmt::format("'{}' is a command of a game; play begins one.", shown);
    if (is_word_of_uci(word)) why = fmt::format("'{}' is a command of UCI; type uci first.", shown);
    return {console::paragraphs(why, state_.screen.width())};
}

std::vector<std::string> Console::completions(std::string_view before_cursor) const {
    Words words = console::words_of(before_cursor);
    const bool new_word = before_cursor.empty() || before_cursor.back() == ' ';
    const std::string_view begun = new_word || words.empty() ? std::string_view() : words.back();
    if (!begun.empty()) words.pop_back();

    std::vector<std::string> all;
    if (words.empty())
        all = first_words(state_, !begun.empty());
    else if (const ConsoleCommand* command = find_console_command(words.front()))
        all = words_after(*command, words, state_);
    else
        all = next_moves(state_.game, words);  // moves without a command
    std::erase_if(
        all, [&](const std::string& word) { return !std::string_view(word).starts_with(begun); });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

ConsoleEnd run_console_loop(Console& console, const ConsoleSurroundings& around) {
    for (;;) {
        const TypedLine line = around.lines.next(console_prompt);
        if (line.kind == TypedLine::Kind::End) return ConsoleEnd::Left;
        if (line.kind == TypedLine::Kind::Interrupted) {
            if (around.interrupts.take() != SIGINT || !around.typed) return ConsoleEnd::Interrupted;
            if (line.text.empty()) around.screen.show("'quit' or Ctrl-D leaves.\n");
            continue;
        }
        const auto [reply, ends_all] = answered(console, line.text, around);
        around.screen.show(reply.text);
        if (ends_all) return ConsoleEnd::Interrupted;
        switch (reply.next) {
            case ConsoleReply::Next::Prompt: break;
            case ConsoleReply::Next::Quit: return ConsoleEnd::Left;
            case ConsoleReply::Next::Uci: return ConsoleEnd::Uci;
            case ConsoleReply::Next::Xboard: return ConsoleEnd::Xboard;
            case ConsoleReply::Next::Play:
                around.play(console.game());
                // Ctrl-C has ended that game, and nothing else.
                if (const int signal = around.interrupts.take();
                    signal != 0 && (signal != SIGINT || !around.typed))
                    return ConsoleEnd::Interrupted;
                break;
        }
    }
}

}  // namespace rookery
