#include "arena/match/match_output.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rookery::arena {
namespace {

MatchInfo info() {
    MatchInfo info;
    info.setup.name = "new | order of moves";
    info.setup.players = {{"new", "new", ""}, {"old", "old", ""}};
    info.created = std::chrono::system_clock::from_time_t(1'800'000'000);  // 15 January 2027
    return info;
}

MatchSnapshot snapshot() {
    MatchSnapshot now;
    now.players = {"new", "old"};
    for (std::size_t number = 0; number < 4; ++number) {
        GameSummary game;
        game.place = {number, number / 2, 0, {{number % 2, 1 - number % 2}}};
        game.result = number == 0 ? GameResult::WhiteWins : GameResult::Draw;
        game.termination = number == 0 ? Termination::Checkmate : Termination::Repetition;
        now.tally.add(game);
    }
    now.elo = now.tally.elo();
    return now;
}

std::size_t bars(const std::string& line) {
    return static_cast<std::size_t>(std::count(line.begin(), line.end(), '|'));
}

TEST(LedgerRow, SaysWhatWhenHowAndTheResult) {
    MatchSettings settings;
    settings.controls.assign(2, *parse_time_control("1+0.01"));
    settings.openings.file = "/somewhere/book.epd";
    const std::string row = ledger_row(info(), settings, snapshot());
    for (const char* part : {"2027-01-15", "new / order of moves", "new v old", "1+0.01, book.epd",
                             "| 4 |", "+1 =3 -0", "LOS"})
        EXPECT_NE(row.find(part), std::string::npos) << part << " in " << row;
    EXPECT_EQ(row.find("/somewhere"), std::string::npos) << row;
    EXPECT_EQ(row.back(), '\n');
    // One row, as wide as the heading.
    const std::string heading = ledger_heading();
    EXPECT_EQ(bars(row), bars(heading.substr(0, heading.find('\n'))));
}

TEST(LedgerRow, TellsOddsAndTests) {
    MatchSettings settings;
    settings.controls = {*parse_time_control("nodes=1000"), *parse_time_control("nodes=2000")};
    settings.sprt = *parse_sprt("elo0=0 elo1=5");
    MatchSnapshot now = snapshot();
    now.sprt_settings = settings.sprt;
    now.sprt = evaluate_sprt(*settings.sprt, now.tally.pairs());
    const std::string row = ledger_row(info(), settings, now);
    EXPECT_NE(row.find("nodes=1000 v nodes=2000, random openings"), std::string::npos) << row;
    EXPECT_NE(row.find("LLR"), std::string::npos) << row;
}

}  // namespace
}  // namespace rookery::arena
