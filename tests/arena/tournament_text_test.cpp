#include "arena/match/match_text.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using namespace arena;
using Lines = std::vector<std::string>;

const Lines names{"anna", "bert"};

// White by turns, Anna first: a draw, a win for Anna and two for Bert.
std::vector<GameSummary> four_games() {
    std::vector<GameSummary> games;
    for (std::size_t number = 0; number < 4; ++number) {
        const std::size_t white = number % 2;
        const GameResult result = number == 0   ? GameResult::Draw
                                  : number == 3 ? GameResult::WhiteWins
                                                : GameResult::BlackWins;
        games.push_back({{number, number / 2, number / 2, {{white, 1 - white}}},
                         {},
                         result,
                         Termination::Checkmate,
                         80,
                         {}});
    }
    return games;
}

TournamentTables tables(const RatingSettings& settings = {}) {
    auto made = tournament_tables(2, four_games(), settings);
    EXPECT_TRUE(made.ok());
    return std::move(*made);
}

TEST(TournamentText, TablesInTheOrderOfRatings) {
    const TournamentTables shown = tables();
    EXPECT_EQ(shown.cross.total(0), (GameCounts{1, 1, 2}));
    const Lines ratings = rating_lines(shown, names);
    ASSERT_EQ(ratings.size(), 3U);
    EXPECT_EQ(ratings[1].substr(0, 22), "   1  bert      +44.4 ") << ratings[1];
    const Lines cross = cross_lines(shown, names);
    EXPECT_EQ(cross[1], "   1  bert              x        2.5/4");
    EXPECT_EQ(cross[2], "   2  anna          1.5/4            x");
    EXPECT_EQ(color_lines(shown, names)[0],
              "      bert    White +1 =0 -1 (50.0 %)   Black +1 =1 -0 (75.0 %)");
}

TEST(TournamentText, AnchoredListsNameTheirLevel) {
    const Lines one = rating_lines(tables({{2000}, 20, 1500}), names);
    ASSERT_EQ(one.size(), 4U);
    EXPECT_EQ(one[1].substr(0, 22), "   1  bert     2088.7 ") << one[1];
    EXPECT_EQ(one[2].substr(0, 31), "   2  anna     2000.0      0.0 ") << one[2];
    EXPECT_EQ(one[3], "Level: anna 2000.");
    EXPECT_EQ(rating_lines(tables({{2000, 2100.5}, 20, 1500}), names)[3],
              "Level: the mean of anna 2000, bert 2100.5.");
}

TEST(TournamentText, SimpleRatingsSayWhatTheyRestOn) {
    const Lines none = simple_rating_lines(tables(), names);
    ASSERT_EQ(none.size(), 4U);
    EXPECT_EQ(none[0], "      player   known   games   points  opponents  performance    by FIDE  "
                       "FIDE first    K = 20");
    EXPECT_EQ(none[1], "      bert         -       0      0.0          -            -          -  "
                       "         -    1510.5");
    EXPECT_EQ(none[3], "Performances need known ratings: --ratings NAME=RATING.");
    const Lines known = simple_rating_lines(tables({{2000}, 32.5, 1900}), names);
    EXPECT_TRUE(known[0].ends_with("  K = 32.5")) << known[0];
    EXPECT_EQ(
        known[1].substr(0, 85),
        "      bert         -       4      2.5       2000         2089       2095           - ")
        << known[1];
    EXPECT_EQ(known[2].substr(0, 40), "      anna      2000       0      0.0   ") << known[2];
    EXPECT_EQ(known[3],
              "Games, points and performances are those against players of known rating.");
}

TEST(TournamentText, PerformanceOfAllOrNothingIsSaid) {
    std::vector<GameSummary> games = four_games();
    for (GameSummary& game : games)
        game.result =
            game.place.players[Color::White] == 0 ? GameResult::WhiteWins : GameResult::BlackWins;
    const auto made = tournament_tables(2, games, {{1000, 1000}, 20, 1500});
    const Lines lines = simple_rating_lines(*made, names);
    EXPECT_NE(lines[1].find("    all won       1800 "), std::string::npos) << lines[1];
    EXPECT_NE(lines[2].find("   all lost        200 "), std::string::npos) << lines[2];
}

TEST(TournamentText, Standings) {
    const RatingList list = tables().ratings;
    const Lines block = standings_block(list, names);
    ASSERT_EQ(block.size(), 2U);
    EXPECT_TRUE(block[0].starts_with("   1  bert          2.5/4      +44.4 ± ")) << block[0];
    EXPECT_TRUE(standings_line(list, names).starts_with("standings: 1. bert 2.5/4 (+44.4 ± "));
    EXPECT_NE(standings_line(list, names).find("), 2. anna 1.5/4 (-44.4 ± "), std::string::npos);
    EXPECT_TRUE(standings_line(tables({{2000}, 20, 1500}).ratings, names)
                    .starts_with("standings: 1. bert 2.5/4 (2088.7 ± "));
    // Somebody who has not played has no rating worth showing.
    const RatingList idle = *rate_players(2, {});
    EXPECT_EQ(standings_line(idle, names), "standings: 1. anna 0.0/0 (-), 2. bert 0.0/0 (-)");
}

TEST(TournamentText, LongStandingsAreCut) {
    const Lines many(20, "somebody");
    const RatingList list = *rate_players(20, {});
    const Lines block = standings_block(list, many);
    ASSERT_EQ(block.size(), 13U);
    EXPECT_EQ(block[12], "      and 8 more");
    EXPECT_TRUE(standings_line(list, many, 2).ends_with(", 2. somebody 0.0/0 (-), and 18 more"));
}

TEST(TournamentText, BlockShowsStandings) {
    MatchSnapshot now;
    now.players = {"anna", "bert", "carl"};
    now.wanted = 12;
    const Lines lines = match_block(now, "t", {}, 20, {"   1  bert   2.5/4   +44.4 ± 200"});
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[2], "   1  bert   2.5/4 ~");
}

TEST(OpeningView, UnevenOpeningsStandOut) {
    OpeningResult even;
    even.index = 11;
    even.name = "C42 Petrov's Defence";
    even.white = {1, 2, 1};
    even.first = {2, 2, 0};
    even.pairs.pairs = {0, 0, 0, 2, 0};
    OpeningResult uneven;
    uneven.name = "1. e4 \x1b[31mg5";
    uneven.white = {2, 0, 0};
    uneven.first = {1, 0, 1};
    uneven.pairs.pairs = {0, 0, 1, 0, 0};
    const Lines match = opening_lines({even, uneven}, {"a very long name", "b"});
    ASSERT_EQ(match.size(), 3U);
    EXPECT_EQ(match[0],
              "games  White           score                a very long~  pairs              "
              "opening");
    EXPECT_EQ(match[1],
              "    4  +1 =2 -1       50.0 %                +2 =2 -0      [0, 0, 0, 2, 0]    "
              "#12 C42 Petrov's Defence");
    EXPECT_EQ(match[2],
              "    2  +2 =0 -0      100.0 %  always 1-0    +1 =0 -1      [0, 0, 1, 0, 0]    "
              "1. e4 g5");
    const Lines tournament = opening_lines({even, uneven}, {"a", "b", "c"});
    EXPECT_EQ(tournament[2], "    2  +2 =0 -0      100.0 %  always 1-0    1. e4 g5");
}

}  // namespace
}  // namespace rookery
