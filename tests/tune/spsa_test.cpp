#include "tune/spsa.h"

#include "tune/played_tuning.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rookery::tune {
namespace {

std::vector<TunedParameter> parameters() {
    return {{"wide", 100, 20, 0, 400}, {"narrow", 5, 1, 1, 9}, {"still", 50, 3, 50, 50}};
}

constexpr TrialResult both_won{arena::Outcome::Win, arena::Outcome::Win};

// Both changes lie on either side of the value, and within the limits.
TEST(Spsa, TrialsAreMirrored) {
    Spsa spsa(parameters(), {1000, 0.002, 1});
    int ups = 0;
    for (int i = 0; i < 200; ++i) {
        const auto trial = spsa.next();
        ASSERT_TRUE(trial);
        EXPECT_NEAR(trial->one[0] + trial->other[0], 200, 1);
        EXPECT_GT(std::abs(trial->one[0] - trial->other[0]), 30);
        ups += trial->one[0] > trial->other[0];
        for (const Choice& choice : {trial->one, trial->other}) {
            EXPECT_GE(choice[1], 1);
            EXPECT_LE(choice[1], 9);
            EXPECT_EQ(choice[2], 50);
        }
        spsa.learn(*trial, {});  // a draw teaches nothing
    }
    EXPECT_NEAR(ups, 100, 40);
    EXPECT_EQ(spsa.values(), starts_of(parameters()));
}

TEST(Spsa, MovesTheWayOfTheWinner) {
    Spsa spsa(parameters(), {1000, 0.002, 1});
    const auto trial = spsa.next();
    spsa.learn(*trial, both_won);
    const double moved = spsa.values()[0] - 100;
    EXPECT_GT(moved * (trial->one[0] - trial->other[0]), 0);
    EXPECT_LT(std::abs(moved), 1);
    EXPECT_EQ(spsa.values()[2], 50);
}

// So that what a trial is made of does not depend on how many threads play.
TEST(Spsa, SoManyAreOutAtATime) {
    Spsa spsa(parameters(), {1000, 0.002, 1});
    std::vector<Trial> out;
    while (const auto trial = spsa.next()) out.push_back(*trial);
    EXPECT_EQ(out.size(), Spsa::most_out);
    spsa.learn(out[0], both_won);
    EXPECT_TRUE(spsa.next());
    EXPECT_FALSE(spsa.next());
}

}  // namespace
}  // namespace rookery::tune
