#include "terminal/tournament_view.h"

#include "arena/statistics/elo.h"
#include "terminal/match_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rookery {
namespace {

using namespace arena;

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

}  // namespace rookery
