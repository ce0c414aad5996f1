#include "terminal/play/play_loop.h"

#include "base/files.h"
#include "terminal/play/play_text.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <future>
#include <stop_token>
#include <system_error>

namespace rookery {
namespace {

void show(std::string_view text) {
    fmt::print("{}", text);
    std::fflush(stdout);
}

// Nothing if Ctrl-C came first.
std::optional<std::string> thought_move(PlaySession& session, const Interrupts& interrupts) {
    constexpr std::chrono::milliseconds between_looks{20};
    std::stop_source stop;
    auto text =
        std::async(std::launch::async, [&] { return session.let_searcher_move(stop.get_token()); });
    while (text.wait_for(between_looks) != std::future_status::ready) {
        if (!interrupts.pending()) continue;
        stop.request_stop();
        (void)text.get();
        return std::nullopt;
    }
    return text.get();
}

std::optional<std::string> asked_line(LineSource& lines, const std::string& prompt) {
    if (lines.is_typed()) show(prompt);
    auto line = lines.next();
    // Neither Ctrl-C nor Ctrl-D ends the line the prompt is on.
    if (!line && lines.is_typed()) show("\n");
    return line;
}

void keep(const PlaySession& session, const std::filesystem::path& path) {
    std::error_code error;
    if (session.table().is_over()) {
        std::filesystem::remove(path, error);
        return;
    }
    if (session.table().game().plies() == 0) return;
    std::filesystem::create_directories(path.parent_path(), error);
    if (const auto problem = replace_file(path, session.pgn_text()))
        show(play_text(sentence("the game could not be kept: " + *problem)));
    else
        show("To go on: rookery play --resume\n");
}

}  // namespace

PlayRequest ask_request(LineSource& lines, std::optional<std::string> unfinished) {
    PlaySetup setup(std::move(unfinished));
    while (!setup.done()) {
        const auto line = asked_line(lines, setup.prompt());
        show(setup.answer(line ? *line : "quit"));
    }
    return setup.request();
}

void run_play_loop(PlaySession& session, LineSource& lines,
                   const std::optional<std::filesystem::path>& unfinished) {
    show(session.begin());
    while (!session.over()) {
        if (!session.wants_line()) {
            if (session.table().is_over()) break;
            const auto text = thought_move(session, lines.interrupts());
            if (!text) {
                show(session.leave());
                break;
            }
            show(*text);
            continue;
        }
        const auto line = asked_line(lines, "\n" + session.prompt());
        show(line ? session.answer(*line) : session.leave());
    }
    if (unfinished) keep(session, *unfinished);
}

}  // namespace rookery
