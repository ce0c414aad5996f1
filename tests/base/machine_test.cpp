#include "base/machine.h"

#include <gtest/gtest.h>

#include <thread>

namespace rookery {
namespace {

TEST(Processors, AThreadStaysWhereItIsPinnedAndIsFreeAgain) {
    const std::vector<int> all = usable_processors();
    ASSERT_FALSE(all.empty());
    {
        const PinnedThread pin({all.back()});
        EXPECT_TRUE(pin.pinned());
        EXPECT_EQ(usable_processors(), std::vector<int>{all.back()});
        // A thread that is started there stays there.
        std::jthread([&] { EXPECT_EQ(usable_processors(), std::vector<int>{all.back()}); }).join();
    }
    EXPECT_EQ(usable_processors(), all);
}

TEST(Processors, WhatCannotBeIsLeftAlone) {
    const std::vector<int> all = usable_processors();
    EXPECT_FALSE(PinnedThread({}).pinned());
    EXPECT_FALSE(PinnedThread({-1}).pinned());
    EXPECT_FALSE(PinnedThread({1'000'000}).pinned());
    EXPECT_EQ(usable_processors(), all);
}

}  // namespace
}  // namespace rookery
