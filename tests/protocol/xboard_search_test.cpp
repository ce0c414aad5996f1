#include "protocol/xboard_search.h"

#include <gtest/gtest.h>

namespace rookery::xboard {
namespace {

using namespace std::chrono_literals;

TEST(XboardTimeControl, HasATimeControlFromTheStart) {
    const SearchRequest request = TimeControl().request(0);
    ASSERT_TRUE(request.clock);
    EXPECT_EQ(request.clock->left, 5min);
    EXPECT_EQ(request.clock->moves_to_go, 40);
    EXPECT_TRUE(request.ends_by_itself());
}

TEST(XboardTimeControl, CountsTheMovesOfASession) {
    TimeControl clock;
    clock.set_level({40, 5min, 0ms}, 0);
    EXPECT_EQ(clock.request(0).clock->moves_to_go, 40);  // White's first
    EXPECT_EQ(clock.request(1).clock->moves_to_go, 40);  // Black's first
    EXPECT_EQ(clock.request(2).clock->moves_to_go, 39);
    EXPECT_EQ(clock.request(78).clock->moves_to_go, 1);
    EXPECT_EQ(clock.request(80).clock->moves_to_go, 40);
    clock.set_level({40, 5min, 0ms}, 8);  // sent after an opening of eight plies
    EXPECT_EQ(clock.request(8).clock->moves_to_go, 40);
    EXPECT_EQ(clock.request(4).clock->moves_to_go, 40);  // taken back
    clock.set_level({0, 2min, 12s}, 0);
    EXPECT_EQ(clock.request(30).clock->moves_to_go, 0);
    EXPECT_EQ(clock.request(30).clock->increment, 12s);
}

TEST(XboardTimeControl, KeepsItsOwnCount) {
    TimeControl clock;
    clock.set_level({2, 60s, 1s}, 0);
    clock.moved(0, 10s);
    EXPECT_EQ(clock.left(), 51s);
    clock.moved(2, 11s);  // the last of the session: a new minute
    EXPECT_EQ(clock.left(), 101s);
    clock.set_left(7s);  // the interface has the real clock
    EXPECT_EQ(clock.request(4).clock->left, 7s);
    clock.moved(4, 20s);
    EXPECT_EQ(clock.left(), 1s);  // never less than nothing
}

TEST(XboardTimeControl, LevelAndTimePerMoveReplaceOneAnother) {
    TimeControl clock;
    clock.set_move_time(3s);
    EXPECT_EQ(clock.request(0).move_time, 3s);
    EXPECT_FALSE(clock.request(0).clock);
    clock.set_level({0, 1min, 0ms}, 0);
    EXPECT_FALSE(clock.request(0).move_time);
    EXPECT_TRUE(clock.request(0).clock);
}

TEST(XboardTimeControl, ANewGameForgetsDepthAndRate) {
    TimeControl clock;
    clock.set_level({0, 1min, 0ms}, 4);
    clock.set_left(3s);
    clock.set_depth(5);
    clock.set_rate(1000);
    EXPECT_EQ(clock.request(4).limits.depth, 5);
    clock.new_game();
    EXPECT_FALSE(clock.request(0).limits.depth);
    EXPECT_FALSE(clock.request(0).limits.nodes);
    EXPECT_EQ(clock.left(), 1min);
}

TEST(XboardTimeControl, NodesCanBeTime) {
    TimeControl clock;
    clock.set_move_time(2s);
    clock.set_rate(5000);
    EXPECT_EQ(clock.request(0).limits.nodes, 10'000u);
    EXPECT_FALSE(clock.request(0).move_time);
    EXPECT_EQ(time_of(10'000, 5000), 2s);
    clock.set_level({0, 1min, 0ms}, 0);
    const auto nodes = clock.request(0).limits.nodes;
    ASSERT_TRUE(nodes);
    EXPECT_GT(*nodes, 5000u);
    EXPECT_LT(*nodes, 60u * 5000);
}

}  // namespace
}  // namespace rookery::xboard
