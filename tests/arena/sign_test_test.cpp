#include "arena/statistics/elo.h"

#include <gtest/gtest.h>

namespace rookery::arena {
namespace {

// By hand: 2 · sum of C(20, k) for k up to 5, over 2^20.
TEST(SignTest, KnownValues) {
    EXPECT_NEAR(sign_test(15, 5), 2.0 * (1 + 20 + 190 + 1140 + 4845 + 15504) / 1048576, 1e-12);
    EXPECT_NEAR(sign_test(5, 15), sign_test(15, 5), 1e-15);
    EXPECT_NEAR(sign_test(10, 0), 2.0 / 1024, 1e-15);
    EXPECT_NEAR(sign_test(1, 0), 1, 1e-12);
    EXPECT_EQ(sign_test(0, 0), 1);
    EXPECT_EQ(sign_test(7, 7), 1);
}

// Two deviations and a half of many games: 0.0124 by the normal curve.
TEST(SignTest, ManyGames) {
    EXPECT_NEAR(sign_test(501'250, 498'750), 0.0124, 0.0001);
    EXPECT_LT(sign_test(600'000, 400'000), 1e-300);
}

}  // namespace
}  // namespace rookery::arena
