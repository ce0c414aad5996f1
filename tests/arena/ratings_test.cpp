#include "arena/statistics/ratings.h"

#include "arena/statistics/elo.h"
#include "base/random.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace rookery::arena {
namespace {

RatingList list_of(std::size_t players, const std::vector<Meeting>& meetings,
                   const RatingOptions& options = {}) {
    Result<RatingList, std::string> list = rate_players(players, meetings, options);
    EXPECT_TRUE(list.ok());
    return list ? *std::move(list) : RatingList{};
}

// Zermelo's iteration: slow and simple, and another way than Newton's to the same place. Strength i
// becomes its points divided by Σ games / (strength i + strength j).
std::vector<double> by_zermelo(std::size_t players, const std::vector<Meeting>& meetings) {
    std::vector<double> strengths(players, 1);
    for (int round = 0; round < 20000; ++round) {
        std::vector<double> points(players);
        std::vector<double> weight(players);
        for (const auto& [first, second, games] : meetings) {
            points[first] += games.points();
            points[second] += games.mirrored().points();
            const double part =
                static_cast<double>(games.total()) / (strengths[first] + strengths[second]);
            weight[first] += part;
            weight[second] += part;
        }
        for (std::size_t i = 0; i < players; ++i) strengths[i] = points[i] / weight[i];
    }
    double mean = 0;
    for (double& strength : strengths) {
        strength = 400 * std::log10(strength);
        mean += strength / static_cast<double>(players);
    }
    for (double& strength : strengths) strength -= mean;
    return strengths;
}

const std::vector<Meeting> tournament = {
    {0, 1, {30, 50, 20}}, {0, 2, {45, 40, 15}}, {0, 3, {60, 30, 10}},
    {1, 2, {35, 40, 25}}, {1, 3, {50, 30, 20}}, {2, 3, {40, 35, 25}},
};

TEST(Ratings, AgreeWithAnotherMethod) {
    const RatingList list = list_of(4, tournament);
    const std::vector<double> expected = by_zermelo(4, tournament);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(list.of(i).rating, expected[i], 1e-6);
    EXPECT_EQ(list.groups, 1u);
    EXPECT_TRUE(list.notes.empty());
    EXPECT_TRUE(list.propped.empty());
    EXPECT_EQ(list.rows[0].player, 0u);
    EXPECT_EQ(list.rows[3].player, 3u);
}

TEST(Ratings, TwoPlayersHaveTheEloOfTheirMatch) {
    const GameCounts games{400, 500, 300};
    const EloEstimate match = estimate_elo(games);
    const RatingList list = list_of(2, {{0, 1, games}}, {.mean = 2000});
    EXPECT_NEAR(list.of(0).rating - list.of(1).rating, match.elo.value, 1e-8);
    EXPECT_NEAR(list.of(0).rating + list.of(1).rating, 4000, 1e-8);
    // Relative to the mean of two players, an error is half that of the difference.
    EXPECT_NEAR(2 * list.of(0).error, match.elo.error(), 0.05);
    EXPECT_NEAR(*list.superiority(0, 1), match.superiority, 1e-3);
    const RatingList anchored = list_of(2, {{0, 1, games}}, {.anchors = {{1, 1500}}});
    EXPECT_EQ(anchored.of(1).rating, 1500);
    EXPECT_EQ(anchored.of(1).error, 0);
    EXPECT_NEAR(anchored.of(0).rating, 1500 + match.elo.value, 1e-8);
    EXPECT_NEAR(anchored.of(0).error, match.elo.error(), 0.1);
}

TEST(Ratings, SeveralAnchorsKeepTheirMean) {
    const RatingList loose = list_of(4, tournament);
    const RatingList list = list_of(4, tournament, {.anchors = {{0, 2700}, {3, 2300}}});
    EXPECT_NEAR((list.of(0).rating + list.of(3).rating) / 2, 2500, 1e-8);
    EXPECT_NEAR(list.of(1).rating - list.of(2).rating, loose.of(1).rating - loose.of(2).rating,
                1e-8);
    // Each of two anchors is half their difference from the mean.
    const SquareMatrix& c = list.covariance;
    const double apart = std::sqrt(c(0, 0) + c(3, 3) - 2 * c(0, 3));
    EXPECT_NEAR(list.of(0).error, 1.959964 * apart / 2, 1e-3);
    EXPECT_NEAR(list.of(3).error, list.of(0).error, 1e-9);
    // All of them: errors relative to the mean of the list, as without any.
    const RatingList all =
        list_of(4, tournament, {.anchors = {{0, 100}, {1, 100}, {2, 100}, {3, 100}}});
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(all.of(i).rating, loose.of(i).rating + 100, 1e-8);
        EXPECT_NEAR(all.of(i).error, loose.of(i).error, 1e-6);
    }
}

// Every player makes the score that the ratings promise: the equation that the maximum must
// satisfy.
RC_GTEST_PROP(Ratings, ExpectedScoresAreTheScoresMade, ()) {
    const std::size_t players = *rc::gen::inRange<std::size_t>(2, 8);
    std::vector<Meeting> meetings;
    for (std::size_t i = 0; i < players; ++i)
        for (std::size_t j = i + 1; j < players; ++j)
            meetings.push_back({i,
                                j,
                                {*rc::gen::inRange<std::uint64_t>(0, 200),
                                 *rc::gen::inRange<std::uint64_t>(1, 200),
                                 *rc::gen::inRange<std::uint64_t>(0, 200)}});
    const Result<RatingList, std::string> list = rate_players(players, meetings);
    RC_ASSERT(list.ok());
    RC_ASSERT(list->propped.empty());
    std::vector<double> surplus(players);
    for (const auto& [first, second, games] : meetings) {
        const double expected = static_cast<double>(games.total()) *
                                expected_score(list->of(first).rating - list->of(second).rating);
        surplus[first] += games.points() - expected;
        surplus[second] -= games.points() - expected;
    }
    for (double part : surplus) RC_ASSERT(std::abs(part) < 1e-6);
    double sum = 0;
    for (const PlayerRating& row : list->rows) sum += row.rating;
    RC_ASSERT(std::abs(sum) < 1e-6);
    for (std::size_t i = 0; i + 1 < players; ++i) {
        RC_ASSERT(list->rows[i].rating >= list->rows[i + 1].rating);
        RC_ASSERT(*list->rows[i].superiority >= 0.5);
    }
}

TEST(Ratings, ErrorsOfEqualPlayersByHand) {
    // A closed form to compare with: n equal players, g games in each meeting, no draws. The
    // information is g/4 per meeting; a rating relative to the mean then has variance
    // 4(n - 1)/(g·n²), in units of 400/ln 10.
    const std::size_t n = 5;
    const double g = 200;
    std::vector<Meeting> meetings;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) meetings.push_back({i, j, {100, 0, 100}});
    const RatingList list = list_of(n, meetings);
    const double expected = 1.96 * 400 / std::log(10.0) * std::sqrt(4 * (n - 1) / (g * n * n));
    for (const PlayerRating& row : list.rows) {
        EXPECT_NEAR(row.rating, 0, 1e-9);
        EXPECT_NEAR(row.error, expected, 0.01);
        EXPECT_EQ(row.games.total(), 800u);
    }
    EXPECT_DOUBLE_EQ(*list.superiority(0, 1), 0.5);
    EXPECT_DOUBLE_EQ(list.dispersion, 1);
}

TEST(Ratings, ErrorsHoldTheTruthInSimulatedTournaments) {
    // Four players of known strength, 30 % draws, 40 games in each meeting.
    constexpr std::array<double, 4> truth = {90, 30, -40, -80};
    Random random(5);
    int held = 0;
    constexpr int tournaments = 500;
    for (int round = 0; round < tournaments; ++round) {
        std::vector<Meeting> meetings;
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = i + 1; j < 4; ++j) {
                Meeting meeting{i, j, {}};
                const double score = expected_score(truth[i] - truth[j]);
                for (int game = 0; game < 40; ++game) {
                    const double u = random.unit();
                    meeting.games.add(u < score - 0.15   ? Outcome::Win
                                      : u < score + 0.15 ? Outcome::Draw
                                                         : Outcome::Loss);
                }
                meetings.push_back(meeting);
            }
        const RatingList list = list_of(4, meetings);
        for (std::size_t i = 0; i < 4; ++i)
            held += std::abs(list.of(i).rating - truth[i]) <= list.of(i).error ? 1 : 0;
    }
    EXPECT_NEAR(held / (4.0 * tournaments), 0.95, 0.02);
}

TEST(Ratings, DrawsNarrowTheErrors) {
    const RatingList sharp = list_of(2, {{0, 1, {500, 0, 500}}});
    const RatingList drawn = list_of(2, {{0, 1, {125, 750, 125}}});
    EXPECT_NEAR(drawn.of(0).error / sharp.of(0).error, 0.5, 0.001);
}

TEST(Ratings, WinningEverythingStaysFinite) {
    const RatingList list = list_of(3, {{0, 1, {10, 0, 0}}, {0, 2, {10, 0, 0}}, {1, 2, {5, 2, 3}}});
    EXPECT_EQ(list.propped, std::vector<std::size_t>{0});
    EXPECT_EQ(list.notes.size(), 1u);
    EXPECT_TRUE(std::isfinite(list.of(0).rating));
    EXPECT_GT(list.of(0).rating, list.of(1).rating + 200);
    EXPECT_GT(list.of(1).rating, list.of(2).rating);
    EXPECT_LT(list.of(0).error, 1000);
    EXPECT_GT(*list.rows[0].superiority, 0.95);
    // More such wins, a higher rating.
    const RatingList more =
        list_of(3, {{0, 1, {100, 0, 0}}, {0, 2, {100, 0, 0}}, {1, 2, {5, 2, 3}}});
    EXPECT_GT(more.of(0).rating, list.of(0).rating + 100);
}

TEST(Ratings, GroupThatLostEverythingToTheRestIsPropped) {
    // No player won everything, but no point goes from {2, 3} to {0, 1}.
    const RatingList list =
        list_of(4, {{0, 1, {5, 5, 5}}, {2, 3, {5, 5, 5}}, {0, 2, {9, 0, 0}}, {1, 3, {9, 0, 0}}});
    EXPECT_EQ(list.propped, std::vector<std::size_t>{0});
    for (const PlayerRating& row : list.rows) EXPECT_TRUE(std::isfinite(row.rating));
    // A single draw across is enough to do without.
    const RatingList bridged =
        list_of(4, {{0, 1, {5, 5, 5}}, {2, 3, {5, 5, 5}}, {0, 2, {9, 1, 0}}, {1, 3, {9, 0, 0}}});
    EXPECT_TRUE(bridged.propped.empty());
}

TEST(Ratings, GroupsWithoutGamesBetweenThemAreKeptApart) {
    const RatingList list = list_of(5, {{0, 2, {6, 5, 4}}, {1, 3, {40, 50, 10}}},
                                    {.mean = 100, .anchors = {{3, 2500}}});
    EXPECT_EQ(list.groups, 3u);
    ASSERT_EQ(list.notes.size(), 1u);
    EXPECT_EQ(list.notes[0],
              "The players form 3 groups without games between them; ratings of different "
              "groups cannot be compared.");
    EXPECT_EQ(list.of(2).group, 0u);
    EXPECT_EQ(list.of(3).group, 1u);
    EXPECT_EQ(list.of(4).group, 2u);
    EXPECT_FALSE(list.superiority(0, 1).has_value());
    EXPECT_NEAR(list.of(0).rating + list.of(2).rating, 200, 1e-9);
    EXPECT_EQ(list.of(3).rating, 2500);
    EXPECT_NEAR(list.of(1).rating, 2500 + elo_of_score(0.65), 1e-8);
    // A player without games.
    EXPECT_EQ(list.of(4).rating, 100);
    EXPECT_TRUE(std::isinf(list.of(4).error));
    EXPECT_FALSE(list.rows[1].superiority.has_value());  // the next is of another group
}

TEST(Ratings, HugeDifferencesAndManyGames) {
    const RatingList list =
        list_of(3, {{0, 1, {999999, 1, 0}}, {1, 2, {999999, 1, 0}}, {0, 2, {1000, 0, 0}}});
    // The odds are 1,999,999 to 1.
    EXPECT_NEAR(list.of(0).rating - list.of(1).rating, 400 * std::log10(1999999.0), 1);
    EXPECT_NEAR(list.of(1).rating - list.of(2).rating, 400 * std::log10(1999999.0), 1);
    for (const PlayerRating& row : list.rows) EXPECT_TRUE(std::isfinite(row.error));
}

TEST(Ratings, EntriesOfTheSamePlayersAddUp) {
    const RatingList whole = list_of(2, {{0, 1, {30, 20, 10}}});
    const RatingList parts =
        list_of(2, {{0, 1, {20, 5, 4}}, {1, 0, {6, 15, 10}}, {0, 1, {0, 0, 0}}});
    EXPECT_NEAR(whole.of(0).rating, parts.of(0).rating, 1e-9);
    EXPECT_NEAR(whole.of(0).error, parts.of(0).error, 1e-9);
    EXPECT_EQ(parts.of(0).games, (GameCounts{30, 20, 10}));
    EXPECT_NEAR(parts.of(0).opponents, parts.of(1).rating, 1e-9);
}

TEST(Ratings, NoPlayersNoRatings) {
    EXPECT_TRUE(list_of(0, {}).rows.empty());
    EXPECT_EQ(list_of(1, {}).rows.size(), 1u);
}

TEST(Ratings, ErrorsSayWhatIsWrong) {
    EXPECT_EQ(rate_players(2, {{0, 2, {1, 0, 0}}}).error(),
              "there is no player 2: there are 2 players, counted from 0");
    EXPECT_EQ(rate_players(2, {{1, 1, {1, 0, 0}}}).error(), "player 1 cannot meet itself");
    EXPECT_EQ(rate_players(2, {}, {.anchors = {{5, 0}}}).error(),
              "the anchor is player 5, but there are 2 players, counted from 0");
    EXPECT_EQ(rate_players(2, {}, {.anchors = {{1, 0}, {1, 5}}}).error(),
              "player 1 is an anchor twice");
    EXPECT_EQ(rate_players(2, {}, {.anchors = {{1, std::nan("")}}}).error(),
              "the level of a rating list must be a finite number");
    EXPECT_EQ(rate_players(2, {}, {.virtual_draws = 0}).error(),
              "there must be some virtual draws");
}

TEST(Matrix, InverseTimesMatrixIsOne) {
    SquareMatrix matrix(3);
    const double cells[3][3] = {{4, 1, -1}, {1, 3, 0.5}, {-1, 0.5, 2}};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) matrix(i, j) = cells[i][j];
    const std::optional<SquareMatrix> inverse = inverse_of(matrix);
    ASSERT_TRUE(inverse.has_value());
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            double sum = 0;
            for (std::size_t k = 0; k < 3; ++k) sum += matrix(i, k) * (*inverse)(k, j);
            EXPECT_NEAR(sum, i == j ? 1 : 0, 1e-14);
        }
    matrix(0, 0) = -4;
    EXPECT_FALSE(inverse_of(matrix).has_value());
}

constexpr std::array<double, 6> opponents = {991, 1344, 1440, 1443, 1506, 1586};

// Twelve games against these six, from a published study of an engine's strength.
TEST(Fide, InitialRatingsOfTheStudy) {
    EXPECT_EQ(fide_initial_rating(opponents, {9, 12}), 1298);  // 1385 + dp(.38) = 1385 - 87
    EXPECT_EQ(fide_initial_rating(opponents, {7, 12}), 1227);  // 1385 + dp(.29) = 1385 - 158
}

TEST(Fide, InitialRatingFromHalfThePointsOn) {
    EXPECT_EQ(fide_initial_rating(opponents, {12, 12}), 1385);
    EXPECT_EQ(fide_initial_rating(opponents, {13, 12}), 1405);
    EXPECT_EQ(fide_initial_rating(opponents, {24, 12}), 1625);  // finite, whatever the score
    EXPECT_EQ(fide_initial_rating(opponents, {0, 12}), 585);
    EXPECT_EQ(fide_initial_rating(std::array{1000.0, 1001.0}, {2, 2}),
              1001);  // the mean is rounded
}

TEST(Fide, RatingsAfterAGame) {
    // K = 30, 1400 against 1500.
    EXPECT_EQ(std::lround(updated_rating(1400, 1500, 1, 30)), 1419);
    EXPECT_EQ(std::lround(updated_rating(1500, 1400, 0, 30)), 1481);
    EXPECT_EQ(std::lround(updated_rating(1500, 1400, 1, 30)), 1511);
    EXPECT_EQ(std::lround(updated_rating(1400, 1500, 0, 30)), 1389);
    EXPECT_NEAR(expected_score(-100), 0.35993500019711494, 1e-15);
    // One player gains as much as the other loses.
    EXPECT_NEAR(updated_rating(1400, 1500, 0.5, 30) + updated_rating(1500, 1400, 0.5, 30), 2900,
                1e-9);
}

TEST(Fide, TableIsSymmetricAndRises) {
    EXPECT_EQ(fide_difference(50), 0);
    EXPECT_EQ(fide_difference(100), 800);
    EXPECT_EQ(fide_difference(0), -800);
    for (int percent = 1; percent <= 100; ++percent) {
        EXPECT_GT(fide_difference(percent), fide_difference(percent - 1));
        EXPECT_EQ(fide_difference(percent), -fide_difference(100 - percent));
    }
}

// The table follows a normal curve with deviation 2000/7; only its ends were drawn by hand. A wrong
// digit anywhere would stand out.
TEST(Fide, TableFollowsTheNormalCurve) {
    for (int percent = 50; percent <= 97; ++percent)
        EXPECT_NEAR(100 * normal_below(fide_difference(percent) / (2000.0 / 7)), percent, 0.16)
            << percent;
}

TEST(Fide, PercentRoundsHalvesUp) {
    EXPECT_EQ(percent_of({9, 12}), 38);
    EXPECT_EQ(percent_of({7, 12}), 29);
    EXPECT_EQ(percent_of({1, 2}), 25);
    EXPECT_EQ(percent_of({0, 5}), 0);
    EXPECT_EQ(percent_of({10, 5}), 100);
    EXPECT_EQ(percent_of({1, 100}), 1);  // half a percent
}

TEST(Fide, Performance) {
    EXPECT_NEAR(performance_rating(1500, {3, 2}), 1690.848501888, 1e-8);
    EXPECT_EQ(performance_rating(1500, {4, 2}), std::numeric_limits<double>::infinity());
    EXPECT_EQ(performance_rating(1500, {0, 2}), -std::numeric_limits<double>::infinity());
    EXPECT_EQ(fide_performance_rating(1500, {3, 2}), 1693);
    EXPECT_EQ(fide_performance_rating(1500, {4, 2}), 2300);
}

}  // namespace
}  // namespace rookery::arena
