#include "levels/profile.h"

#include "levels/levels.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(Profile, FollowsTheResults) {
    EXPECT_EQ(rating_after(1000, 1000, 2), 1015);
    EXPECT_EQ(rating_after(1000, 1000, 1), 1000);
    EXPECT_EQ(rating_after(1000, 1000, 0), 985);
    EXPECT_EQ(rating_after(1000, 1400, 2), 1027);  // ten to one against it
    EXPECT_EQ(rating_after(1000, 600, 0), 973);
    EXPECT_EQ(rating_after(2000, 800, 2), 2000);
}

TEST(Profile, SuggestsTheNearestLevel) {
    EXPECT_EQ(suggested_level(100), 1);
    EXPECT_EQ(suggested_level(levels()[4].elo), 5);
    EXPECT_EQ(suggested_level(levels()[4].elo + 10), 5);
    EXPECT_EQ(suggested_level(9000), highest_level);
}

}  // namespace
}  // namespace rookery
