#include "colony/bus/clerk.h"

#include <gtest/gtest.h>

#include <future>
#include <vector>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;
constexpr auto long_time = 60s;

TEST(Clerk, DoesEverythingInOrder) {
    std::vector<int> done;
    {
        Clerk clerk(100);
        for (int i = 0; i < 50; ++i) EXPECT_TRUE(clerk.give(1, [&done, i] { done.push_back(i); }));
        EXPECT_TRUE(clerk.finish(long_time));
        EXPECT_EQ(done.size(), 50u);
        EXPECT_TRUE(clerk.give(0, [&done] { done.push_back(50); }));
    }
    ASSERT_EQ(done.size(), 51u) << "also what was left at the end";
    for (int i = 0; i <= 50; ++i) EXPECT_EQ(done[static_cast<std::size_t>(i)], i);
}

TEST(Clerk, LetsNobodyWaitAndTakesOnlySoMuch) {
    Clerk clerk(10);
    std::promise<void> release;
    EXPECT_TRUE(clerk.give(4, [future = release.get_future().share()] { future.wait(); }));
    EXPECT_FALSE(clerk.finish(1ms)) << "it is at work";
    // The first may still wait, or be at work already.
    int taken = 0;
    while (taken < 100 && clerk.give(4, [] {})) ++taken;
    EXPECT_LE(taken, 2);
    EXPECT_TRUE(clerk.give(0, [] {})) << "what has no bytes is always taken";
    release.set_value();
    EXPECT_TRUE(clerk.finish(long_time));
    EXPECT_TRUE(clerk.give(10, [] {})) << "there is room again";
}

}  // namespace
}  // namespace rookery::colony
