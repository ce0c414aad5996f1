#include "arena/match/match_display.h"

#include "arena/match/match_text.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>

namespace rookery::arena {
namespace {

constexpr double match_terminal_interval = 0.2;
constexpr double match_plain_interval = 5.0;
// With more games than this between two looks, there is no line for each of them.
constexpr std::size_t most_game_lines = 20;
// A rating list of many players takes long to compute; the players need the processor, so it gets a
// small share of the time.
constexpr double standings_interval = 1.0;
constexpr double standings_share = 0.05;
// Where there is no terminal, standings are printed so many times in a tournament.
constexpr std::size_t standings_parts = 20;

// Two players have a match's score instead.
bool has_standings(const MatchSnapshot& now) {
    return now.players.size() > 2 && now.tally.finished() > 0;
}

}  // namespace

MatchDisplay::MatchDisplay(std::string title, const RatingSettings& ratings)
    : title_(std::move(title)), terminal_(isatty(STDERR_FILENO) != 0),
      style_(style_for(facts_about(STDERR_FILENO))), block_(stderr),
      next_show_(terminal_ ? 0 : match_plain_interval),
      rating_options_(rating_options_of(ratings)) {}

void MatchDisplay::show(MatchSession& session) {
    if (watch_.seconds() < next_show_) return;
    next_show_ = watch_.seconds() + (terminal_ ? match_terminal_interval : match_plain_interval);
    if (!terminal_) return show_lines(session, false);
    const auto now = session.snapshot();
    refresh_standings(session, now);
    block_.show(match_block(now, title_, style_, block_.width(), standings_));
}

std::optional<RatingList> MatchDisplay::rate(const MatchSession& session) const {
    const CrossTable table = session.cross_table();
    auto list = rate_players(table.players(), table.meetings(), rating_options_);
    if (!list) return std::nullopt;
    return std::move(*list);
}

void MatchDisplay::refresh_standings(const MatchSession& session, const MatchSnapshot& now) {
    const double begun = watch_.seconds();
    if (!has_standings(now) || begun < next_standings_) return;
    if (const auto list = rate(session)) standings_ = standings_block(*list, now.players);
    const double ended = watch_.seconds();
    next_standings_ = ended + std::max(standings_interval, (ended - begun) / standings_share);
}

void MatchDisplay::print_line(std::string_view text) {
    block_.clear();
    fmt::print(stderr, "{}\n", text);
}

void MatchDisplay::finish(MatchSession& session) {
    block_.clear();
    if (!terminal_) show_lines(session, true);
}

void MatchDisplay::show_lines(MatchSession& session, bool last) {
    const auto news = session.take_news();
    const auto now = session.snapshot();
    for (const FinishedGame& game : news)
        // A failure is always worth a line.
        if (news.size() <= most_game_lines || is_failure(game.termination))
            fmt::print(stderr, "{}\n", game_line(game, now.players));
    if (!last && !news.empty()) {
        fmt::print(stderr, "{}\n", standing_line(now));
        const std::size_t part =
            now.tally.finished() * standings_parts / std::max<std::size_t>(now.wanted, 1);
        if (has_standings(now) && part > standings_part_) {
            standings_part_ = part;
            if (const auto list = rate(session))
                fmt::print(stderr, "{}\n", standings_line(*list, now.players));
        }
    }
    std::fflush(stderr);
}

}  // namespace rookery::arena
