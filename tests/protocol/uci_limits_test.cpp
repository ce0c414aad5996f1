#include "protocol/uci_limits.h"

#include "eval/score.h"

#include <gtest/gtest.h>

#include <limits>

namespace rookery::uci {
namespace {

using std::chrono::milliseconds;
constexpr Limits::Instant now{};
constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
constexpr auto highest = std::numeric_limits<std::int64_t>::max();

TEST(UciLimits, NothingAskedMeansNoLimit) {
    const Limits limits = limits_from({}, Color::White, now);
    EXPECT_FALSE(limits.depth || limits.nodes || limits.mate);
    EXPECT_FALSE(limits.soft_deadline || limits.hard_deadline);
}

TEST(UciLimits, EachSideHasItsOwnClock) {
    Go go;
    go.white_time = 60000;
    EXPECT_TRUE(limits_from(go, Color::White, now).hard_deadline.has_value());
    EXPECT_FALSE(limits_from(go, Color::Black, now).hard_deadline.has_value());
}

TEST(UciLimits, NeverAsksForMoreThanTheClockHas) {
    constexpr std::int64_t times[] = {lowest, -5, 0, 1, 100, highest};
    constexpr std::int64_t counts[] = {lowest, 0, 1, 40, highest};
    constexpr std::int64_t increments[] = {lowest, 0, 5000, highest};
    for (std::int64_t time : times)
        for (std::int64_t moves : counts)
            for (std::int64_t increment : increments) {
                Go go;
                go.black_time = time;
                go.black_increment = increment;
                go.moves_to_go = moves;
                const Limits limits = limits_from(go, Color::Black, now);
                ASSERT_TRUE(limits.soft_deadline && limits.hard_deadline);
                EXPECT_GE(*limits.soft_deadline, now);
                EXPECT_LE(*limits.soft_deadline, *limits.hard_deadline);
                if (time > 0 && time < highest) {
                    EXPECT_LE(*limits.hard_deadline, now + milliseconds(time));
                }
            }
}

TEST(UciLimits, InfiniteAndPonderHaveNoDeadline) {
    Go go;
    go.white_time = 1000;
    go.infinite = true;
    EXPECT_FALSE(limits_from(go, Color::White, now).hard_deadline.has_value());
    go.infinite = false;
    go.ponder = true;
    EXPECT_FALSE(limits_from(go, Color::White, now).hard_deadline.has_value());
}

TEST(UciLimits, ClampsWhatNobodyCanMean) {
    Go go;
    go.depth = -3;
    go.nodes = 0;
    go.mate = highest;
    go.move_time = lowest;
    const Limits limits = limits_from(go, Color::White, now);
    EXPECT_EQ(limits.depth, 1);
    EXPECT_EQ(limits.nodes, 1u);
    EXPECT_EQ(limits.mate, Score::max_plies);
    EXPECT_EQ(limits.hard_deadline, now);
}

}  // namespace
}  // namespace rookery::uci
