#include "arena/statistics/ratings.h"

#include "arena/statistics/elo.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace rookery::arena {
namespace {

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
    // What one gains the other loses.
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
