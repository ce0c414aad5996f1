#include "arena/match/match_tables.h"

#include "arena/match/match_settings.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rookery::arena {
namespace {

const std::vector<std::string> names = {"Stockfish", "glaurung", "new=2"};

GameSummary game(std::size_t number, std::size_t white, std::size_t black, GameResult result) {
    return {{number, number / 2, number / 2, {{white, black}}},
            {},
            result,
            Termination::Checkmate,
            80,
            {}};
}

TEST(RatingSettings, NamesAndNumbersAreRead) {
    const auto known = parse_ratings({"stockfish=2800, new=2 = 2400.5", "glaurung=-50,"}, names);
    ASSERT_TRUE(known.ok()) << known.error();
    EXPECT_EQ(*known, (KnownRatings{2800, -50, 2400.5}));
    EXPECT_EQ(*parse_ratings({}, names), KnownRatings(3));
}

TEST(RatingSettings, MistakesAreExplained) {
    const auto problem = [](const char* text) { return parse_ratings({text}, names).error(); };
    EXPECT_EQ(problem("2800"), "'2800' is no rating; it should look like NAME=2400");
    EXPECT_EQ(problem("glarung=2400"), "'glarung' does not play here; did you mean glaurung?");
    EXPECT_EQ(problem("x=1"), "'x' does not play here; the players are Stockfish, glaurung, new=2");
    EXPECT_EQ(problem("glaurung=nan"),
              "'nan' is no rating of glaurung: a number from -10000 to 10000 is");
    EXPECT_EQ(problem("glaurung="),
              "'' is no rating of glaurung: a number from -10000 to 10000 is");
    EXPECT_EQ(problem("glaurung=1,Glaurung=2"), "glaurung is given two ratings");
    // Two players that differ by capitals alone must be written as they are.
    EXPECT_FALSE(parse_ratings({"A=1"}, {"a", "a"}).ok());
    EXPECT_EQ(*parse_ratings({"A=1"}, {"a", "A"}), (KnownRatings{std::nullopt, 1}));
}

TEST(RatingSettings, SurviveTheirJson) {
    MatchSettings settings;
    settings.controls = {*parse_time_control("nodes=1")};
    EXPECT_EQ(to_json(settings).find("ratings"), std::string::npos);
    EXPECT_EQ(match_settings_from(to_json(settings))->ratings, RatingSettings{});
    settings.ratings = {{2800, std::nullopt, 2400.5}, 32, 1200};
    const auto read = match_settings_from(to_json(settings));
    ASSERT_TRUE(read.ok()) << read.error();
    EXPECT_EQ(read->ratings, settings.ratings);
    EXPECT_EQ(read->ratings.known_of(2), 2400.5);
    EXPECT_EQ(read->ratings.known_of(1), std::nullopt);
    EXPECT_EQ(read->ratings.known_of(9), std::nullopt);
}

TEST(RatingSettings, ListIsAnchoredToTheMeanOfTheKnown) {
    const RatingSettings settings{{2800, std::nullopt, 2400}, 20, 1500};
    EXPECT_TRUE(settings.any_known());
    EXPECT_FALSE(RatingSettings{}.any_known());
    std::vector<GameSummary> games;
    for (std::size_t i = 0; i < 12; ++i)
        games.push_back(game(i, i % 3, (i + 1) % 3,
                             i % 4 == 0   ? GameResult::WhiteWins
                             : i % 4 == 1 ? GameResult::BlackWins
                                          : GameResult::Draw));
    const auto tables = tournament_tables(3, games, settings);
    ASSERT_TRUE(tables.ok()) << tables.error();
    const RatingList& list = tables->ratings;
    EXPECT_NEAR((list.of(0).rating + list.of(2).rating) / 2, 2600, 1e-9);
    // Differences are those of the list without anchors.
    const auto loose = tournament_tables(3, games, {});
    EXPECT_NEAR(list.of(0).rating - list.of(1).rating,
                loose->ratings.of(0).rating - loose->ratings.of(1).rating, 1e-9);
    // Of two that are known, neither is certain; a single one is.
    EXPECT_GT(list.of(0).error, 0);
    EXPECT_NEAR(list.of(0).error, list.of(2).error, 1e-9);
    const auto single = tournament_tables(3, games, {{std::nullopt, 2000}, 20, 1500});
    EXPECT_DOUBLE_EQ(single->ratings.of(1).rating, 2000);
    EXPECT_EQ(single->ratings.of(1).error, 0);
}

// Twelve games of an unrated player against six known ones, from the same study as in fide_test.
TEST(SimpleRatings, PerformancesAndFirstRatingOfTheStudy) {
    const RatingSettings settings{{std::nullopt, 991, 1344, 1440, 1443, 1506, 1586}, 20, 1500};
    std::vector<GameSummary> games;
    // Two wins and five draws: 4½ points.
    for (std::size_t i = 0; i < 12; ++i)
        games.push_back(game(i, 0, 1 + i / 2,
                             i < 2   ? GameResult::WhiteWins
                             : i < 7 ? GameResult::Draw
                                     : GameResult::BlackWins));
    const auto ratings = simple_ratings(7, games, settings);
    EXPECT_EQ(ratings[0].rated_games, (GameCounts{2, 5, 5}));
    EXPECT_EQ(ratings[0].fide_initial, 1298);
    EXPECT_NEAR(*ratings[0].opponents, 8310.0 / 6, 1e-9);
    EXPECT_NEAR(*ratings[0].fide_performance, 8310.0 / 6 - 87, 1e-9);
    EXPECT_NEAR(*ratings[0].performance, 8310.0 / 6 + 400 * std::log10(4.5 / 7.5), 1e-9);
    // The others have met nobody who is rated.
    EXPECT_EQ(ratings[1].rated_games.total(), 0U);
    EXPECT_FALSE(ratings[1].performance || ratings[1].fide_performance || ratings[1].opponents);
    EXPECT_FALSE(ratings[1].fide_initial.has_value());
    EXPECT_EQ(ratings[1].known, 991);
}

TEST(SimpleRatings, UpdatesFollowTheGamesInTheirOrder) {
    const RatingSettings settings{{1400, 1500}, 30, 1200};
    const auto one = simple_ratings(3, {game(0, 0, 1, GameResult::WhiteWins)}, settings);
    EXPECT_EQ(std::lround(one[0].updated), 1419);
    EXPECT_EQ(std::lround(one[1].updated), 1481);
    EXPECT_EQ(one[2].updated, 1200);
    const auto other = simple_ratings(3, {game(0, 1, 0, GameResult::WhiteWins)}, settings);
    EXPECT_EQ(std::lround(other[1].updated), 1511);
    EXPECT_EQ(std::lround(other[0].updated), 1389);
    // The second game counts with what the first has made of the ratings.
    const auto two = simple_ratings(
        3, {game(0, 0, 1, GameResult::WhiteWins), game(1, 2, 0, GameResult::Draw)}, settings);
    EXPECT_NEAR(two[2].updated,
                1200 + 30 * (0.5 - 1 / (1 + std::pow(10, (one[0].updated - 1200) / 400))), 1e-9);
    EXPECT_NEAR(two[0].updated + two[1].updated + two[2].updated, 4100, 1e-9);
}

TEST(SimpleRatings, FirstRatingsNeedFiveGamesAndAHalfPoint) {
    const RatingSettings settings{{std::nullopt, 2000}, 20, 1500};
    std::vector<GameSummary> games;
    for (std::size_t i = 0; i < 5; ++i) games.push_back(game(i, 0, 1, GameResult::BlackWins));
    EXPECT_FALSE(simple_ratings(2, games, settings)[0].fide_initial.has_value());
    EXPECT_EQ(simple_ratings(2, games, settings)[0].fide_performance, 1200);
    EXPECT_TRUE(std::isinf(*simple_ratings(2, games, settings)[0].performance));
    games.back().result = GameResult::Draw;
    EXPECT_EQ(simple_ratings(2, games, settings)[0].fide_initial, 2000 - 366);
    games.erase(games.begin());
    EXPECT_FALSE(simple_ratings(2, games, settings)[0].fide_initial.has_value());
    // Games between unrated players count for nobody's performance.
    EXPECT_FALSE(simple_ratings(2, games, {})[0].performance.has_value());
    // An open game counts for nothing.
    EXPECT_EQ(simple_ratings(2, {game(0, 0, 1, GameResult::Open)}, settings)[0].updated, 1500);
}

}  // namespace
}  // namespace rookery::arena
