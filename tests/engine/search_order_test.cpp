#include "engine/engine.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using namespace std::chrono_literals;

TEST(SearchOrder, AClockBecomesDeadlines) {
    SearchOrder order;
    order.clock = GameTime{10s, 0ms, 0, 0ms};
    const Limits limits = limits_of(order, 10ms);
    ASSERT_TRUE(limits.soft_deadline && limits.hard_deadline);
    EXPECT_GT(*limits.soft_deadline, order.asked);
    EXPECT_LE(*limits.soft_deadline, *limits.hard_deadline);
    EXPECT_LT(*limits.hard_deadline, order.asked + 10s - 10ms);
}

TEST(SearchOrder, TheOverheadIsTakenOffTheMoveTimeToo) {
    SearchOrder order;
    order.move_time = 100ms;
    EXPECT_EQ(limits_of(order, 30ms).hard_deadline, order.asked + 70ms);
    EXPECT_FALSE(limits_of(order, 30ms).soft_deadline);
}

TEST(SearchOrder, WhoAsksForInfiniteHasNoDeadline) {
    SearchOrder order;
    order.clock = GameTime{10s, 0ms, 0, 0ms};
    order.move_time = 1ms;
    order.depth = 3;
    order.infinite = true;
    const Limits limits = limits_of(order, 0ms);
    EXPECT_FALSE(limits.soft_deadline || limits.hard_deadline);
    EXPECT_EQ(limits.depth, 3);
}

TEST(SearchOrder, PonderingPostponesTheDeadlines) {
    SearchOrder order;
    order.move_time = 100ms;
    order.ponder = true;
    Limits limits = limits_of(order, 0ms);
    PonderClock clock(order.asked);
    limits.ponder = &clock;
    EXPECT_FALSE(limits.must_end(order.asked + 1h));
    clock.hit(order.asked + 1h);
    EXPECT_FALSE(limits.must_end(order.asked + 1h + 99ms));
    EXPECT_TRUE(limits.must_end(order.asked + 1h + 100ms));
}

}  // namespace
}  // namespace rookery
