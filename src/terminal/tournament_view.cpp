#include "terminal/tournament_view.h"

#include "arena/statistics/elo.h"

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

std::string counts_text(const GameCounts& games) {
    return fmt::format("+{} ={} -{}", games.wins, games.draws, games.losses);
}

}  // namespace

std::vector<std::string> rating_lines(const RatingList& list,
                                      const std::vector<std::string>& names) {
    const std::size_t width = name_width(names);
    std::vector<std::string> lines{
        fmt::format("{:>4}  {:<{}}  {:>7}  {:>7}  {:>6}  {:>7}  {:>6}  {:>7}", "rank", "player",
                    width, "rating", "±", "games", "points", "score", "LOS")};
    // The sign is one character of two bytes; fmt counts characters, so the columns agree.
    std::size_t rank = 0;
    for (const PlayerRating& row : list.rows) {
        const std::string error = std::isfinite(row.error) ? fmt::format("{:.1f}", row.error) : "-";
        const std::string los =
            row.superiority ? fmt::format("{:.1f} %", 100 * *row.superiority) : "";
        std::string line =
            fmt::format("{:>4}  {:<{}}  {:>7}  {:>7}  {:>6}  {:>7.1f}  {:>4.0f} %  {:>7}", ++rank,
                        names[row.player], width, elo_text(row.rating), error, row.games.total(),
                        row.games.points(), percent(row.games), los);
        line.erase(line.find_last_not_of(' ') + 1);
        lines.push_back(std::move(line));
    }
    for (const std::string& note : list.notes) lines.push_back("Note: " + note);
    return lines;
}

std::vector<std::string> cross_lines(const CrossTable& table, const RatingList& list,
                                     const std::vector<std::string>& names) {
    const std::size_t width = name_width(names);
    std::string head = fmt::format("{:>4}  {:<{}}", "", "", width);
    for (std::size_t column = 1; column <= list.rows.size(); ++column)
        head += fmt::format("  {:>11}", column);
    std::vector<std::string> lines{std::move(head)};
    std::size_t rank = 0;
    for (const PlayerRating& row : list.rows) {
        std::string line = fmt::format("{:>4}  {:<{}}", ++rank, names[row.player], width);
        for (const PlayerRating& column : list.rows) {
            const GameCounts& games = table.between(row.player, column.player);
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

std::vector<std::string> color_lines(const CrossTable& table, const RatingList& list,
                                     const std::vector<std::string>& names) {
    const std::size_t width = name_width(names);
    std::vector<std::string> lines;
    for (const PlayerRating& row : list.rows) {
        const GameCounts& white = table.with(row.player, Color::White);
        const GameCounts& black = table.with(row.player, Color::Black);
        lines.push_back(fmt::format("      {:<{}}  White {} ({:.1f} %)   Black {} ({:.1f} %)",
                                    names[row.player], width, counts_text(white), percent(white),
                                    counts_text(black), percent(black)));
    }
    return lines;
}

}  // namespace rookery
