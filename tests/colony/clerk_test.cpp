#include "colony/bus/bus.h"

#include <gtest/gtest.h>

#include <future>
#include <vector>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;
constexpr auto long_time = 60s;

TEST(SerialExecutor, DoesEverythingInOrder) {
    std::vector<int> done;
    {
        SerialExecutor executor(100);
        for (int i = 0; i < 50; ++i)
            EXPECT_TRUE(executor.give(1, [&done, i] { done.push_back(i); }));
        EXPECT_TRUE(executor.finish(long_time));
        EXPECT_EQ(done.size(), 50u);
        EXPECT_TRUE(executor.give(0, [&done] { done.push_back(50); }));
    }
    ASSERT_EQ(done.size(), 51u) << "also what was left at the end";
    for (int i = 0; i <= 50; ++i) EXPECT_EQ(done[static_cast<std::size_t>(i)], i);
}

TEST(SerialExecutor, LetsNobodyWaitAndTakesOnlySoMuch) {
    SerialExecutor executor(10);
    std::promise<void> release;
    EXPECT_TRUE(executor.give(4, [future = release.get_future().share()] { future.wait(); }));
    EXPECT_FALSE(executor.finish(1ms)) << "it is at work";
    // The first may still wait, or be at work already.
    int taken = 0;
    while (taken < 100 && executor.give(4, [] {})) ++taken;
    EXPECT_LE(taken, 2);
    EXPECT_TRUE(executor.give(0, [] {})) << "what has no bytes is always taken";
    release.set_value();
    EXPECT_TRUE(executor.finish(long_time));
    EXPECT_TRUE(executor.give(10, [] {})) << "there is room again";
}

}  // namespace
}  // namespace rookery::colony
