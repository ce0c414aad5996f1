#include "arena/match/match_text.h"

#include <gtest/gtest.h>

namespace rookery::arena {
namespace {

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

const Lines player_names{"anna", "bert"};

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
    const Lines ratings = rating_lines(shown, player_names);
    ASSERT_EQ(ratings.size(), 3U);
    EXPECT_EQ(ratings[1].substr(0, 22), "   1  bert      +44.4 ") << ratings[1];
    const Lines cross = cross_lines(shown, player_names);
    EXPECT_EQ(cross[1], "   1  bert              x        2.5/4");
    EXPECT_EQ(cross[2], "   2  anna          1.5/4            x");
    EXPECT_EQ(color_lines(shown, player_names)[0],
              "      bert    White +1 =0 -1 (50.0 %)   Black +1 =1 -0 (75.0 %)");
}

TEST(TournamentText, AnchoredListsNameTheirLevel) {
    const Lines one = rating_lines(tables({{2000}, 20, 1500}), player_names);
    ASSERT_EQ(one.size(), 4U);
    EXPECT_EQ(one[1].substr(0, 22), "   1  bert     2088.7 ") << one[1];
    EXPECT_EQ(one[2].substr(0, 31), "   2  anna     2000.0      0.0 ") << one[2];
    EXPECT_EQ(one[3], "Level: anna 2000.");
    EXPECT_EQ(rating_lines(tables({{2000, 2100.5}, 20, 1500}), player_names)[3],
              "Level: the mean of anna 2000, bert 2100.5.");
}

TEST(TournamentText, SimpleRatingsSayWhatTheyRestOn) {
    const Lines none = simple_rating_lines(tables(), player_names);
    ASSERT_EQ(none.size(), 4U);
    EXPECT_EQ(none[0], "      player   known   games   points  opponents  performance    by FIDE  "
                       "FIDE first    K = 20");
    EXPECT_EQ(none[1], "      bert         -       0      0.0          -            -          -  "
                       "         -    1510.5");
    EXPECT_EQ(none[3], "Performances need known ratings: --ratings NAME=RATING.");
    const Lines known = simple_rating_lines(tables({{2000}, 32.5, 1900}), player_names);
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
    const Lines lines = simple_rating_lines(*made, player_names);
    EXPECT_NE(lines[1].find("    all won       1800 "), std::string::npos) << lines[1];
    EXPECT_NE(lines[2].find("   all lost        200 "), std::string::npos) << lines[2];
}

TEST(TournamentText, Standings) {
    const RatingList list = tables().ratings;
    const Lines block = standings_block(list, player_names);
    ASSERT_EQ(block.size(), 2U);
    EXPECT_TRUE(block[0].starts_with("   1  bert          2.5/4      +44.4 ± ")) << block[0];
    EXPECT_TRUE(
        standings_line(list, player_names).starts_with("standings: 1. bert 2.5/4 (+44.4 ± "));
    EXPECT_NE(standings_line(list, player_names).find("), 2. anna 1.5/4 (-44.4 ± "),
              std::string::npos);
    EXPECT_TRUE(standings_line(tables({{2000}, 20, 1500}).ratings, player_names)
                    .starts_with("standings: 1. bert 2.5/4 (2088.7 ± "));
    // A player without games has no rating worth showing.
    const RatingList idle = *rate_players(2, {});
    EXPECT_EQ(standings_line(idle, player_names),
              "standings: 1. anna 0.0/0 (-), 2. bert 0.0/0 (-)");
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
}  // namespace rookery::arena
