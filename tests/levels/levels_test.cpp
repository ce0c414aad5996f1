#include "levels/levels.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(Levels, GrowWithTheirNumber) {
    EXPECT_TRUE(strength_of_level(0).is_full());
    for (std::size_t i = 1; i < levels().size(); ++i) {
        EXPECT_GT(levels()[i].elo, levels()[i - 1].elo);
        EXPECT_GT(levels()[i].strength.nodes, levels()[i - 1].strength.nodes);
        EXPECT_LE(levels()[i].strength.largest_error, levels()[i - 1].strength.largest_error);
        EXPECT_GE(levels()[i].strength.careful, levels()[i - 1].strength.careful);
    }
    EXPECT_EQ(levels().front().elo, lowest_elo);
    EXPECT_EQ(levels().back().elo, highest_elo);
}

TEST(Levels, EloLiesBetweenTheLevels) {
    for (const Level& level : levels()) EXPECT_EQ(strength_of_elo(level.elo), level.strength);
    EXPECT_EQ(strength_of_elo(0), levels().front().strength);
    EXPECT_EQ(strength_of_elo(9999), levels().back().strength);
    Strength before = strength_of_elo(lowest_elo);
    for (int elo = lowest_elo + 1; elo <= highest_elo; ++elo) {
        const Strength strength = strength_of_elo(elo);
        EXPECT_GE(strength.nodes, before.nodes) << elo;
        EXPECT_LE(strength.largest_error, before.largest_error) << elo;
        EXPECT_GE(strength.careful, before.careful) << elo;
        before = strength;
    }
}

}  // namespace
}  // namespace rookery
