#include "commands/match_display.h"

#include "terminal/match_view.h"

#include <fmt/format.h>

#include <unistd.h>

namespace rookery {
namespace {

constexpr double terminal_interval = 0.2;
constexpr double plain_interval = 5.0;
// Faster than this, a line for each game is more than anybody reads.
constexpr std::size_t most_game_lines = 20;

}  // namespace

MatchDisplay::MatchDisplay(std::string title)
    : title_(std::move(title)), terminal_(isatty(STDERR_FILENO) != 0),
      style_(style_for(facts_about(STDERR_FILENO))), block_(stderr),
      next_show_(terminal_ ? 0 : plain_interval) {}

void MatchDisplay::show(arena::MatchSession& session) {
    if (watch_.seconds() < next_show_) return;
    next_show_ = watch_.seconds() + (terminal_ ? terminal_interval : plain_interval);
    if (terminal_)
        block_.show(match_block(session.snapshot(), title_, style_, block_.width()));
    else
        show_lines(session, false);
}

void MatchDisplay::say(std::string_view text) {
    block_.clear();
    fmt::print(stderr, "{}\n", text);
}

void MatchDisplay::finish(arena::MatchSession& session) {
    block_.clear();
    if (!terminal_) show_lines(session, true);
}

void MatchDisplay::show_lines(arena::MatchSession& session, bool last) {
    const auto news = session.take_news();
    const auto now = session.snapshot();
    for (const arena::FinishedGame& game : news)
        // Whoever failed is always worth a line.
        if (news.size() <= most_game_lines || is_failure(game.termination))
            fmt::print(stderr, "{}\n", game_line(game, now.players));
    if (!last && !news.empty()) fmt::print(stderr, "{}\n", standing_line(now));
    std::fflush(stderr);
}

}  // namespace rookery
