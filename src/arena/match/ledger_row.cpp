#include "arena/match/ledger_row.h"

#include "notation/printable.h"

#include <fmt/format.h>

#include <ctime>
#include <filesystem>

namespace rookery::arena {
namespace {

std::string date_of(std::chrono::system_clock::time_point when) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(when);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

// A bar would end the cell.
std::string cell(std::string_view text) {
    std::string safe;
    for (const char c : printable(text, 300)) safe += c == '|' ? '/' : c;
    return safe;
}

std::string players_text(const MatchInfo& info) {
    std::string text;
    for (const PlayerEntry& player : info.setup.players)
        text += (text.empty() ? "" : " v ") + player.name;
    return text;
}

std::string conditions(const MatchSettings& settings) {
    std::string text;
    for (const TimeControl& control : settings.controls) {
        const std::string one = to_text(control);
        if (text.empty())
            text = one;
        else if (one != to_text(settings.controls.front()))
            text += " v " + one;
    }
    if (settings.nodes_per_second)
        text += fmt::format(", {:.0f} nodes as a second", *settings.nodes_per_second);
    const std::string book = std::filesystem::path(settings.openings.file).filename().string();
    text += book.empty() ? ", random openings" : ", " + book;
    if (settings.openings.chess960) text += ", Chess960";
    return text;
}

std::string elo_cell(const MatchSnapshot& now) {
    if (now.players.size() != 2 || now.tally.games().total() == 0) return "";
    return fmt::format("{}, LOS {:.1f} %", elo_text(now.elo.elo), 100 * now.elo.superiority);
}

std::string counts_cell(const MatchSnapshot& now) {
    if (now.players.size() != 2) return "";
    const GameCounts& games = now.tally.games();
    return fmt::format("+{} ={} -{}", games.wins, games.draws, games.losses);
}

}  // namespace

std::string ledger_heading() {
    return "| date | what | players | conditions | games | score | Elo | test | failures |\n"
           "|---|---|---|---|---|---|---|---|---|\n";
}

std::string ledger_row(const MatchInfo& info, const MatchSettings& settings,
                       const MatchSnapshot& now) {
    return fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", date_of(info.created),
                       cell(info.setup.name), cell(players_text(info)), cell(conditions(settings)),
                       now.tally.finished(), counts_cell(now), elo_cell(now),
                       now.sprt ? describe(*now.sprt, *now.sprt_settings) : "",
                       now.tally.failure_count());
}

}  // namespace rookery::arena
