#include "arena/match/match_text.h"

#include "arena/statistics/elo.h"
#include "base/text.h"
#include "ui/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rookery::arena {
namespace {

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
        if (game.clocks[color]) text += fmt::format(" {:>7.1f} s", in_seconds(*game.clocks[color]));
    return text;
}

bool has_failures(const MatchSnapshot& now) { return now.tally.failure_count() > 0; }

}  // namespace

std::string counts_text(const GameCounts& games) {
    return fmt::format("+{} ={} -{}", games.wins, games.draws, games.losses);
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

namespace {

std::size_t name_width(const std::vector<std::string>& names) {
    std::size_t width = 6;
    for (const std::string& name : names) width = std::max(width, name.size());
    return width;
}

double percent(const GameCounts& games) {
    return games.total() == 0 ? 0 : 100 * games.points() / static_cast<double>(games.total());
}

std::string error_text(double error) {
    return std::isfinite(error) ? fmt::format("{:.1f}", error) : "-";
}

// Whole numbers, as federations publish them.
std::string whole_text(const std::optional<double>& rating) {
    if (!rating) return "-";
    if (std::isinf(*rating)) return *rating > 0 ? "all won" : "all lost";
    return fmt::format("{:.0f}", *rating);
}

// "Level: stockfish 2800" or "Level: the mean of stockfish 2800, glaurung 2400".
std::string level_text(const RatingSettings& settings, const std::vector<std::string>& names) {
    std::vector<std::string> known;
    for (std::size_t player = 0; player < names.size(); ++player)
        if (const auto rating = settings.known_of(player))
            known.push_back(fmt::format("{} {:g}", names[player], *rating));
    return fmt::format("Level: {}{}.", known.size() > 1 ? "the mean of " : "",
                       fmt::join(known, ", "));
}

std::string without_trailing_blanks(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

// A difference has a sign, a rating has none.
std::string rating_text(const RatingList& list, const PlayerRating& row) {
    return list.anchored ? fmt::format("{:.1f}", row.rating) : elo_text(row.rating);
}

std::string strength_text(const RatingList& list, const PlayerRating& row) {
    return std::isfinite(row.error) ? fmt::format("{} ± {:.0f}", rating_text(list, row), row.error)
                                    : "-";
}

}  // namespace

std::vector<std::string> rating_lines(const TournamentTables& tables,
                                      const std::vector<std::string>& names) {
    const RatingList& list = tables.ratings;
    const std::size_t width = name_width(names);
    std::vector<std::string> lines{
        fmt::format("{:>4}  {:<{}}  {:>7}  {:>7}  {:>6}  {:>7}  {:>6}  {:>7}", "rank", "player",
                    width, "rating", "±", "games", "points", "score", "LOS")};
    // The sign is one character of two bytes; fmt counts characters, so the columns agree.
    std::size_t rank = 0;
    for (const PlayerRating& row : list.rows) {
        const std::string los =
            row.superiority ? fmt::format("{:.1f} %", 100 * *row.superiority) : "";
        lines.push_back(without_trailing_blanks(
            fmt::format("{:>4}  {:<{}}  {:>7}  {:>7}  {:>6}  {:>7.1f}  {:>4.0f} %  {:>7}", ++rank,
                        names[row.player], width, rating_text(list, row), error_text(row.error),
                        row.games.total(), row.games.points(), percent(row.games), los)));
    }
    if (list.anchored) lines.push_back(level_text(tables.settings, names));
    for (const std::string& note : list.notes) lines.push_back("Note: " + note);
    return lines;
}

std::vector<std::string> simple_rating_lines(const TournamentTables& tables,
                                             const std::vector<std::string>& names) {
    const std::size_t width = name_width(names);
    const auto line = [&](const auto& name, const auto& known, const auto& games,
                          const auto& points, const auto& opponents, const auto& performance,
                          const auto& fide, const auto& first, const auto& updated) {
        return fmt::format("      {:<{}}  {:>6}  {:>6}  {:>7}  {:>9}  {:>11}  {:>9}  {:>10}  {:>8}",
                           name, width, known, games, points, opponents, performance, fide, first,
                           updated);
    };
    std::vector<std::string> lines{line("player", "known", "games", "points", "opponents",
                                        "performance", "by FIDE", "FIDE first",
                                        fmt::format("K = {:g}", tables.settings.k))};
    for (const PlayerRating& row : tables.ratings.rows) {
        const SimpleRating& rating = tables.simple[row.player];
        const std::optional<double> first =
            rating.fide_initial ? std::optional<double>(*rating.fide_initial) : std::nullopt;
        lines.push_back(
            line(names[row.player], rating.known ? fmt::format("{:g}", *rating.known) : "-",
                 rating.rated_games.total(), fmt::format("{:.1f}", rating.rated_games.points()),
                 whole_text(rating.opponents), whole_text(rating.performance),
                 whole_text(rating.fide_performance), whole_text(first),
                 fmt::format("{:.1f}", rating.updated)));
    }
    lines.push_back(
        tables.settings.any_known()
            ? "Games, points and performances are those against players of known rating."
            : "Performances need known ratings: --ratings NAME=RATING.");
    return lines;
}

std::vector<std::string> cross_lines(const TournamentTables& tables,
                                     const std::vector<std::string>& names) {
    const RatingList& list = tables.ratings;
    const std::size_t width = name_width(names);
    std::string head = fmt::format("{:>4}  {:<{}}", "", "", width);
    for (std::size_t column = 1; column <= list.rows.size(); ++column)
        head += fmt::format("  {:>11}", column);
    std::vector<std::string> lines{std::move(head)};
    std::size_t rank = 0;
    for (const PlayerRating& row : list.rows) {
        std::string line = fmt::format("{:>4}  {:<{}}", ++rank, names[row.player], width);
        for (const PlayerRating& column : list.rows) {
            const GameCounts& games = tables.cross.between(row.player, column.player);
            const std::string cell = row.player == column.player ? "x"
                                     : games.total() == 0
                                         ? "-"
                                         : fmt::format("{:.1f}/{}", games.points(), games.total());
            line += fmt::format("  {:>11}", cell);
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<std::string> color_lines(const TournamentTables& tables,
                                     const std::vector<std::string>& names) {
    const std::size_t width = name_width(names);
    std::vector<std::string> lines;
    for (const PlayerRating& row : tables.ratings.rows) {
        const GameCounts& white = tables.cross.with(row.player, Color::White);
        const GameCounts& black = tables.cross.with(row.player, Color::Black);
        lines.push_back(fmt::format("      {:<{}}  White {} ({:.1f} %)   Black {} ({:.1f} %)",
                                    names[row.player], width, counts_text(white), percent(white),
                                    counts_text(black), percent(black)));
    }
    return lines;
}

std::vector<std::string> standings_block(const RatingList& list,
                                         const std::vector<std::string>& names, std::size_t most) {
    const std::size_t width = name_width(names);
    std::vector<std::string> lines;
    for (const PlayerRating& row : list.rows) {
        if (lines.size() == most) {
            lines.push_back(fmt::format("      and {} more", list.rows.size() - most));
            break;
        }
        const std::string points = fmt::format("{:.1f}/{}", row.games.points(), row.games.total());
        lines.push_back(fmt::format("{:>4}  {:<{}}  {:>11}  {:>15}", lines.size() + 1,
                                    names[row.player], width, points, strength_text(list, row)));
    }
    return lines;
}

std::string standings_line(const RatingList& list, const std::vector<std::string>& names,
                           std::size_t most) {
    std::string text = "standings:";
    std::size_t rank = 0;
    for (const PlayerRating& row : list.rows) {
        if (rank == most) return text + fmt::format(", and {} more", list.rows.size() - most);
        text += fmt::format("{} {}. {} {:.1f}/{} ({})", rank == 0 ? "" : ",", rank + 1,
                            names[row.player], row.games.points(), row.games.total(),
                            strength_text(list, row));
        ++rank;
    }
    return text;
}

namespace {

// Marks an opening after which every game ended alike: it says nothing about the players.
std::string always_text(const OpeningResult& opening) {
    const auto result = opening.always();
    return result ? fmt::format("always {}",
                                *result == GameResult::Draw ? "drawn" : notation_of(*result))
                  : "";
}

std::string label_of(const OpeningResult& opening) {
    std::string name = printable(opening.name, 200);
    if (!opening.index) return name;
    return fmt::format("#{}{}{}", *opening.index + 1, name.empty() ? "" : " ", name);
}

}  // namespace

std::vector<std::string> opening_lines(const std::vector<OpeningResult>& openings,
                                       const std::vector<std::string>& players) {
    const bool match = players.size() == 2;
    const auto line = [&](const auto& games, const auto& white, const auto& score,
                          const auto& always, const auto& first, const auto& pairs,
                          const auto& name) {
        std::string text = fmt::format("{:>5}  {:<12}  {:>7}  {:<12}", games, white, score, always);
        if (match) text += fmt::format("  {:<12}  {:<17}", first, pairs);
        return text + "  " + name;
    };
    std::vector<std::string> lines{line("games", "White", "score", "",
                                        match ? fitted(players[0], 12) : "", "pairs", "opening")};
    for (const OpeningResult& opening : openings)
        lines.push_back(line(opening.white.total(), counts_text(opening.white),
                             fmt::format("{:.1f} %", 100 * opening.white_score()),
                             always_text(opening), counts_text(opening.first),
                             fmt::format("[{}]", fmt::join(opening.pairs.pairs, ", ")),
                             label_of(opening)));
    return lines;
}

}  // namespace rookery::arena
