#include "terminal/console/console_loop.h"

#include <chrono>
#include <csignal>
#include <future>

namespace rookery {
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
    auto reply = std::async(std::launch::async, [&] { return console.answer(line, stop.get_token()); });
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
                if (const int signal = around.interrupts.take(); signal != 0 && (signal != SIGINT || !around.typed))
                    return ConsoleEnd::Interrupted;
                break;
        }
    }
}

}  // namespace rookery
