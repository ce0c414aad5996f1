#include "arena/match/match_text.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using namespace arena;
using Lines = std::vector<std::string>;

GameSummary game(std::size_t number, GameResult result,
                 Termination termination = Termination::Checkmate) {
    const std::size_t white = number % 2;
    return {{number, number / 2, number / 2, {{white, 1 - white}}}, {}, result, termination, 80};
}

// Three pairs for the first player, 1½, 1 and 2 points, the last by a failure.
MatchSnapshot snapshot() {
    MatchSnapshot now;
    now.players = {"new", "old"};
    now.wanted = 12;
    now.tally.add(game(0, GameResult::WhiteWins));
    now.tally.add(game(1, GameResult::Draw, Termination::Repetition));
    now.tally.add(game(2, GameResult::WhiteWins));
    now.tally.add(game(3, GameResult::WhiteWins));
    now.tally.add(game(4, GameResult::WhiteWins, Termination::TimeForfeit));
    now.tally.add(game(5, GameResult::BlackWins));
    now.openings_used = 3;
    now.elo = now.tally.elo();
    now.seconds = 60;
    now.finished_here = 6;
    return now;
}

TEST(MatchText, BlockShowsEverything) {
    MatchSnapshot now = snapshot();
    LiveGame live{{6, 3, 3, {{0, 1}}}, 20, "10...Nf6", {}, {}};
    live.scores[Color::White] =
        EngineScore{EngineScore::Kind::Centipawns, 35, EngineScore::Bound::Exact};
    live.scores[Color::Black] = EngineScore{EngineScore::Kind::Mate, -3, EngineScore::Bound::Exact};
    live.clocks[Color::White] = std::chrono::milliseconds(2500);
    now.live.push_back(live);
    const Lines lines = match_block(now, "new vs old", {}, 200);
    ASSERT_EQ(lines.size(), 7U);
    EXPECT_EQ(lines[0], "new vs old");
    EXPECT_EQ(lines[1], "[###############...............] 6 of 12 games, 1 min 0 s left");
    EXPECT_EQ(lines[2], "Score    +4 =1 -1   4.5 of 6 (75.0 %)");
    EXPECT_EQ(lines[3].substr(0, 20), "Strength Elo +190.8 ");
    EXPECT_EQ(lines[4], "Pairs    [0, 0, 1, 1, 1]   none lost");
    EXPECT_EQ(lines[5], "Failures 1 game");
    EXPECT_EQ(lines[6], "  #7     new - old   10...Nf6       +0.35     #-3     2.5 s");
}

TEST(MatchText, BlockShowsTheTest) {
    MatchSnapshot now = snapshot();
    now.sprt_settings = SprtSettings{};
    now.sprt = SprtStatus{0, sprt_bounds(*now.sprt_settings), SprtState::Running, std::nullopt};
    const Lines lines = match_block(now, "t", {}, 200);
    EXPECT_EQ(lines[5], "Test     LLR 0.00 (-2.94, 2.94) [0, 5]   H0 ----------o---------- H1");
}

TEST(MatchText, NoLineIsWider) {
    const MatchSnapshot now = snapshot();
    for (bool unicode : {false, true})
        for (std::size_t width : {0U, 1U, 10U, 40U})
            for (const std::string& line :
                 match_block(now, "♞♞♞♞♞♞♞♞♞♞♞♞♞", {unicode, false}, width)) {
                std::size_t characters = 0;
                for (char c : line) characters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
                EXPECT_LE(characters, width) << line;
            }
}

TEST(MatchText, PlainLines) {
    const MatchSnapshot now = snapshot();
    EXPECT_EQ(game_line({{1, 0, 0, {{1, 0}}}, GameResult::Draw, Termination::Repetition, "", 80},
                        now.players),
              "game 2: old - new 1/2-1/2, threefold repetition, 80 plies");
    EXPECT_EQ(game_line({{4, 2, 2, {{0, 1}}},
                         GameResult::WhiteWins,
                         Termination::TimeForfeit,
                         "Black loses: 0.013 s over its time",
                         41},
                        now.players),
              "game 5: new - old 1-0, Black loses: 0.013 s over its time, 41 plies");
    const std::string standing = standing_line(now);
    EXPECT_EQ(standing.substr(0, 36), "6 of 12 games: +4 =1 -1, Elo +190.8 ");
    EXPECT_TRUE(standing.ends_with(", failures 1, 1 min 0 s left")) << standing;
}

TEST(MatchText, ResultListsFailuresByPlayer) {
    const Lines lines = result_lines(snapshot());
    EXPECT_EQ(lines[0], "score     +4 =1 -1   4.5 of 6 (75.0 %)");
    EXPECT_EQ(lines[1], "as White  +3 =0 -0   3.0 of 3 (100.0 %)");
    EXPECT_EQ(lines[2], "as Black  +1 =1 -1   1.5 of 3 (50.0 %)");
    EXPECT_EQ(lines[5], "endings   checkmate 4, threefold repetition 1, time forfeit 1");
    EXPECT_EQ(lines[6], "openings  3 used; White scored 75.0 %");
    EXPECT_EQ(lines[7], "failures  old: time forfeit 1");
    EXPECT_EQ(lines.size(), 8U);
}

TEST(MatchText, EmptyMatchHasNoNonsense) {
    MatchSnapshot now;
    now.players = {"a", "b"};
    now.wanted = 2;
    now.elo = now.tally.elo();
    const Lines lines = match_block(now, "t", {}, 100);
    EXPECT_EQ(lines[1], "[..............................] 0 of 2 games");
    EXPECT_EQ(lines[2], "Score    +0 =0 -0   0.0 of 0 (0.0 %)");
    EXPECT_EQ(standing_line(now), "0 of 2 games");
}

TEST(MatchText, WhereNothingCanBeSaidNothingIs) {
    MatchSnapshot now;
    now.players = {"a", "b"};
    now.wanted = 10;
    for (std::size_t number = 0; number < 10; ++number)
        now.tally.add(
            game(number, number % 2 == 0 ? GameResult::WhiteWins : GameResult::BlackWins));
    now.elo = now.tally.elo();
    for (const Lines& lines : {match_block(now, "t", {}, 200), result_lines(now)})
        for (const std::string& line : lines)
            EXPECT_EQ(line.find("[-inf"), std::string::npos) << line;
    EXPECT_NE(result_lines(now)[3].find("   nElo -   LOS"), std::string::npos);
    EXPECT_EQ(result_lines(now)[4], "pairs     [0, 0, 0, 0, 5]   none lost");
}

}  // namespace
}  // namespace rookery
