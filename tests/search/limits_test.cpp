#include "search/limits.h"

#include "search/searcher.h"

#include <gtest/gtest.h>

#include <thread>

namespace rookery {
namespace {

using namespace std::chrono_literals;

TEST(SearchWatch, StopsAtTheLastNodeAllowed) {
    Limits limits;
    limits.nodes = 5;
    SearchWatch watch(limits, {});
    for (int i = 1; i < 5; ++i) EXPECT_FALSE(watch.count_node());
    EXPECT_TRUE(watch.count_node());
    EXPECT_EQ(watch.nodes(), 5U);
    EXPECT_TRUE(watch.is_enough());
}

TEST(SearchWatch, FollowsTheStopToken) {
    const Limits limits;
    std::stop_source source;
    SearchWatch watch(limits, source.get_token());
    for (int i = 0; i < 1000; ++i) EXPECT_FALSE(watch.count_node());
    source.request_stop();
    int more = 0;
    while (!watch.count_node()) ASSERT_LT(++more, 1000);
}

TEST(SearchWatch, DeadlinesCountOnceThePonderingIsOver) {
    const auto now = SearchWatch::Clock::now();
    PonderClock pondering(now - 1h);
    Limits limits;
    limits.soft_deadline = limits.hard_deadline = now - 30min;
    SearchWatch late(limits, {});
    EXPECT_TRUE(late.is_enough());
    EXPECT_TRUE(late.is_stopped());
    limits.ponder = &pondering;
    SearchWatch watch(limits, {});
    EXPECT_FALSE(watch.is_enough());
    pondering.hit(now);  // half an hour from now
    EXPECT_FALSE(watch.is_enough());
    pondering.hit(now - 30min);  // just now
    EXPECT_TRUE(watch.is_enough());
}

TEST(SearchWatch, ThreadsCountTogether) {
    Limits limits;
    limits.nodes = 100'000;
    SearchWatch watch(limits, {});
    const auto work = [&watch] {
        while (!watch.count_node()) {
        }
    };
    std::thread one(work), two(work);
    one.join();
    two.join();
    EXPECT_GE(watch.nodes(), 100'000U);
    EXPECT_LE(watch.nodes(), 100'001U);
}

TEST(WantedMoves, AreAllOrThoseOfSearchMoves) {
    Limits limits;
    EXPECT_EQ(wanted_moves(Position::start(), limits).size(), 20U);
    limits.search_moves = {Move(Square::E2, Square::E3), Move(Square::E2, Square::E5)};
    const MoveList wanted = wanted_moves(Position::start(), limits);
    ASSERT_EQ(wanted.size(), 1U);
    EXPECT_EQ(wanted[0], Move(Square::E2, Square::E3));
}

}  // namespace
}  // namespace rookery
