#include "protocol/uci_parse.h"

#include "eval/score.h"

#include <gtest/gtest.h>

#include <limits>

namespace rookery::uci {
namespace {

using std::chrono::milliseconds;
constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
constexpr auto highest = std::numeric_limits<std::int64_t>::max();

TEST(UciLimits, NothingAskedMeansNoLimit) {
    EXPECT_FALSE(order_from({}, Color::White).ends_by_itself());
}

TEST(UciLimits, EachSideHasItsOwnClock) {
    Go go;
    go.white_time = 60000;
    go.black_time = 30000;
    go.black_increment = 7;
    EXPECT_EQ(order_from(go, Color::White).clock->left, milliseconds(60000));
    EXPECT_EQ(order_from(go, Color::White).clock->increment, milliseconds(0));
    EXPECT_EQ(order_from(go, Color::Black).clock->left, milliseconds(30000));
    EXPECT_EQ(order_from(go, Color::Black).clock->increment, milliseconds(7));
}

TEST(UciLimits, TheOtherClockIsBetterThanNone) {
    Go go;
    go.white_time = 60000;
    ASSERT_TRUE(order_from(go, Color::Black).clock.has_value());
    EXPECT_EQ(order_from(go, Color::Black).clock->left, milliseconds(60000));
    Go increments;
    increments.white_increment = 100;
    EXPECT_TRUE(order_from(increments, Color::White).clock.has_value());
    EXPECT_TRUE(order_from(increments, Color::Black).clock.has_value());
}

TEST(UciLimits, ClampsWhatNobodyCanMean) {
    Go go;
    go.depth = -3;
    go.nodes = 0;
    go.mate = highest;
    go.move_time = lowest;
    go.white_time = lowest;
    go.white_increment = highest;
    go.moves_to_go = lowest;
    const SearchOrder order = order_from(go, Color::White);
    EXPECT_EQ(order.depth, 1);
    EXPECT_EQ(order.nodes, 1u);
    EXPECT_EQ(order.mate, Score::max_plies);
    EXPECT_EQ(order.move_time, milliseconds(0));
    EXPECT_EQ(order.clock->left, milliseconds(0));
    EXPECT_LT(order.clock->increment, std::chrono::hours(24 * 366));
    EXPECT_EQ(order.clock->moves_to_go, 0);
}

TEST(UciLimits, InfiniteAndPonderAreKeptApart) {
    Go go;
    go.ponder = true;
    EXPECT_TRUE(order_from(go, Color::White).ponder);
    EXPECT_FALSE(order_from(go, Color::White).infinite);
}

}  // namespace
}  // namespace rookery::uci
