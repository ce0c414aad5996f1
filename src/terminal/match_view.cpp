#include "terminal/match_view.h"

#include "terminal/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rookery {
namespace {

using namespace arena;

constexpr std::size_t bar_width = 30;

// "54.5 of 100 (54.5 %)".
std::string points_text(const GameCounts& games) {
    const double total = static_cast<double>(games.total());
    return fmt::format("{:.1f} of {} ({:.1f} %)", games.points(), games.total(),
                       total > 0 ? 100 * games.points() / total : 0.0);
}

// Where the ratio stands between its bounds.
std::string ratio_bar(const SprtStatus& status, const Style& style) {
    constexpr std::size_t cells = 21;
    const double range = status.bounds.upper - status.bounds.lower;
    const double share = std::clamp((status.llr - status.bounds.lower) / range, 0.0, 1.0);
    const auto at = static_cast<std::size_t>(std::lround(share * (cells - 1)));
    std::string text = "H0 ";
    for (std::size_t i = 0; i < cells; ++i) {
        if (i == at)
            text += style.unicode ? "●" : "o";
        else if (i == cells / 2)
            text += style.unicode ? "┼" : "+";
        else
            text += style.unicode ? "─" : "-";
    }
    return text + " H1";
}

std::string pairs_text(const PairCounts& counts, const EloEstimate& elo) {
    std::string text = fmt::format("[{}]", fmt::join(counts.pairs, ", "));
    if (elo.pair_ratio)
        text += std::isinf(*elo.pair_ratio) ? "   none lost"
                                            : fmt::format("   won to lost {:.2f}", *elo.pair_ratio);
    return text;
}

std::string elo_line(const EloEstimate& elo) {
    return fmt::format("Elo {}   nElo {}   LOS {:.1f} %   draws {:.1f} %", elo_text(elo.elo),
                       elo_text(elo.normalized), 100 * elo.superiority, 100 * elo.draw_ratio);
}

std::string sprt_text(const MatchSnapshot& now) { return describe(*now.sprt, *now.sprt_settings); }

std::string live_line(const LiveGame& game, const std::vector<std::string>& players) {
    std::string text = fmt::format("  #{:<5} {} - {}", game.place.number + 1,
                                   players[game.place.players[Color::White]],
                                   players[game.place.players[Color::Black]]);
    if (game.last_move.empty()) return text + "   begins";
    text += fmt::format("   {:<12}", game.last_move);
    for (Color color : both_colors)
        text += fmt::format(" {:>7}", game.scores[color] ? score_text(*game.scores[color]) : "");
    for (Color color : both_colors)
        if (game.clocks[color])
            text += fmt::format(" {:>7.1f} s",
                                std::chrono::duration<double>(*game.clocks[color]).count());
    return text;
}

bool has_failures(const MatchSnapshot& now) { return now.tally.failure_count() > 0; }

}  // namespace

std::string progress_bar(double share, const Style& style) {
    share = std::clamp(share, 0.0, 1.0);
    const auto eighths = static_cast<std::size_t>(share * 8 * static_cast<double>(bar_width));
    std::string text = "[";
    const std::size_t full = style.unicode ? eighths / 8 : (eighths + 4) / 8;
    for (std::size_t i = 0; i < full; ++i) text += style.unicode ? "█" : "#";
    std::size_t used = full;
    if (style.unicode && eighths % 8 != 0) {
        static constexpr const char* parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
        text += parts[eighths % 8];
        ++used;
    }
    text.append(bar_width - used, style.unicode ? ' ' : '.');
    return text + "]";
}

std::string counts_text(const GameCounts& games) {
    return fmt::format("+{} ={} -{}", games.wins, games.draws, games.losses);
}

std::string fitted(const std::string& line, std::size_t width) {
    std::size_t characters = 0;
    std::size_t cut = 0;  // where the last character that fits begins
    for (std::size_t i = 0; i < line.size(); ++i) {
        if ((static_cast<unsigned char>(line[i]) & 0xC0) == 0x80) continue;
        if (++characters == width) cut = i;
        if (characters > width) return line.substr(0, cut) + (width > 0 ? "~" : "");
    }
    return line;
}

std::string score_text(const EngineScore& score) {
    if (score.kind == EngineScore::Kind::Mate) return fmt::format("#{}", score.value);
    return fmt::format("{:+.2f}", score.value / 100.0);
}

std::vector<std::string> match_block(const MatchSnapshot& now, const std::string& title,
                                     const Style& style, std::size_t width,
                                     const std::vector<std::string>& standings) {
    std::vector<std::string> lines{title};
    const double share = static_cast<double>(now.tally.finished()) /
                         static_cast<double>(std::max<std::size_t>(now.wanted, 1));
    std::string progress =
        fmt::format("{} {} of {}{} games", progress_bar(share, style), now.tally.finished(),
                    now.sprt ? "at most " : "", now.wanted);
    if (const auto left = now.seconds_left())
        progress += fmt::format(", {} left", time_text(*left));
    lines.push_back(std::move(progress));
    const bool match = now.players.size() == 2;
    if (match) {
        lines.push_back(fmt::format("Score    {}   {}", counts_text(now.tally.games()),
                                    points_text(now.tally.games())));
        if (now.tally.finished() > 0)
            lines.push_back(fmt::format("Strength {}", elo_line(now.elo)));
        lines.push_back(fmt::format("Pairs    {}", pairs_text(now.tally.pairs(), now.elo)));
    }
    lines.insert(lines.end(), standings.begin(), standings.end());
    if (now.sprt)
        lines.push_back(
            fmt::format("Test     {}   {}", sprt_text(now), ratio_bar(*now.sprt, style)));
    if (has_failures(now))
        lines.push_back(fmt::format("Failures {} {}", now.tally.failure_count(),
                                    now.tally.failure_count() == 1 ? "game" : "games"));
    for (const LiveGame& game : now.live) lines.push_back(live_line(game, now.players));
    for (std::string& line : lines) line = fitted(line, width);
    return lines;
}

std::string game_line(const FinishedGame& game, const std::vector<std::string>& players) {
    std::string text = fmt::format(
        "game {}: {} - {} {}, {}", game.place.number + 1, players[game.place.players[Color::White]],
        players[game.place.players[Color::Black]], notation_of(game.result),
        is_failure(game.termination) ? game.reason : describe(game.termination));
    return text + fmt::format(", {} plies", game.plies);
}

std::string standing_line(const MatchSnapshot& now) {
    std::string text = fmt::format("{} of {} games", now.tally.finished(), now.wanted);
    if (now.players.size() == 2 && now.tally.finished() > 0)
        text += fmt::format(": {}, Elo {}, LOS {:.1f} %", counts_text(now.tally.games()),
                            elo_text(now.elo.elo), 100 * now.elo.superiority);
    if (now.sprt) text += ", " + sprt_text(now);
    if (has_failures(now)) text += fmt::format(", failures {}", now.tally.failure_count());
    if (const auto left = now.seconds_left(); left && *left > 0)
        text += fmt::format(", {} left", time_text(*left));
    return text;
}

std::vector<std::string> result_lines(const MatchSnapshot& now) {
    const Tally& tally = now.tally;
    const GameCounts& white = tally.by_color()[Color::White];
    const GameCounts& black = tally.by_color()[Color::Black];
    std::vector<std::string> lines{
        fmt::format("score     {}   {}", counts_text(tally.games()), points_text(tally.games())),
        fmt::format("as White  {}   {}", counts_text(white), points_text(white)),
        fmt::format("as Black  {}   {}", counts_text(black), points_text(black))};
    if (tally.games().total() > 0) lines.push_back("strength  " + elo_line(now.elo));
    lines.push_back("pairs     " + pairs_text(tally.pairs(), now.elo));
    if (now.sprt) lines.push_back("test      " + sprt_text(now));
    std::string endings;
    for (const auto& [termination, count] : tally.terminations())
        endings +=
            fmt::format("{}{} {}", endings.empty() ? "" : ", ", describe(termination), count);
    if (!endings.empty()) lines.push_back("endings   " + endings);
    for (const auto& part : {opening_summary(now), latency_lines(now), failure_lines(now)})
        lines.insert(lines.end(), part.begin(), part.end());
    return lines;
}

std::vector<std::string> opening_summary(const MatchSnapshot& now) {
    const GameCounts& white = now.tally.white();
    if (white.total() == 0) return {};
    return {fmt::format("openings  {} used; White scored {:.1f} %", now.openings_used,
                        100 * white.points() / static_cast<double>(white.total()))};
}

std::vector<std::string> latency_lines(const MatchSnapshot& now) {
    const auto milliseconds = [](Duration duration) {
        return std::chrono::duration<double, std::milli>(duration).count();
    };
    std::string text;
    for (const auto& [player, latency] : now.tally.latencies())
        text += fmt::format("{}{} {:.2f} ms (worst {:.2f})", text.empty() ? "latency   " : ", ",
                            now.players[player], milliseconds(latency.mean()),
                            milliseconds(latency.worst));
    if (text.empty()) return {};
    return {std::move(text)};
}

std::vector<std::string> failure_lines(const MatchSnapshot& now) {
    std::vector<std::string> lines;
    for (const FailureCount& failure : now.tally.failures())
        lines.push_back(fmt::format("failures  {}: {} {}", now.players[failure.player],
                                    describe(failure.termination), failure.games));
    return lines;
}

}  // namespace rookery
