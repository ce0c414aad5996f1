#include "terminal/console/console.h"

#include "base/text.h"
#include "terminal/console/command_table.h"
#include "terminal/console/position_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <exception>
#include <future>
#include <iterator>

namespace rookery {
namespace {

// Words that only an engine knows, for those who forget to say uci first.
bool is_word_of_uci(std::string_view word) {
    constexpr std::string_view words[] = {"isready", "setoption", "ucinewgame", "stop",
                                          "ponderhit"};
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
    if (console::looks_like_move(state_.game.position(), word))
        return console::make_moves(state_, text);
    const std::string shown = printable(word, 20);
    const std::string near = nearest_console_command(word);
    std::string why =
        fmt::format("'{}' is neither a command nor a move; help lists the commands.", shown);
    if (!near.empty()) why = fmt::format("I do not know '{}'. Did you mean '{}'?", shown, near);
    if (is_word_of_uci(word)) why = fmt::format("'{}' is a word of UCI; type uci first.", shown);
    return {console::paragraphs(why, state_.screen.width())};
}

std::vector<std::string> Console::completions(std::string_view before_cursor) const {
    return console::completions(before_cursor, state_);
}

namespace {

constexpr const char* prompt = "rookery> ";

// What it answers, and whether a signal came that ends more than the command.
struct Answered {
    ConsoleReply reply;
    bool ends_all = false;
};

// On a thread of its own, which has room for a search, while this one listens for Ctrl-C.
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

ConsoleEnd run_console_loop(Console& console, const ConsoleSurroundings& around) {
    for (;;) {
        const TypedLine line = around.lines.next(prompt);
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
