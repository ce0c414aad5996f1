#include "search/time_management.h"

#include <gtest/gtest.h>

#include <limits>

namespace rookery {
namespace {

using namespace std::chrono_literals;
using std::chrono::microseconds;

TEST(TimeManagement, NeverPlansMoreThanThereIs) {
    constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
    constexpr auto highest = std::numeric_limits<std::int64_t>::max();
    for (const std::int64_t left : {lowest, std::int64_t{-5}, std::int64_t{0}, std::int64_t{1},
                                    std::int64_t{900}, std::int64_t{1'000'000}, highest})
        for (const std::int64_t increment :
             {lowest, std::int64_t{0}, std::int64_t{5'000'000}, highest})
            for (const int moves : {-3, 0, 1, 2, 40, 1'000'000})
                for (const std::int64_t overhead :
                     {std::int64_t{0}, std::int64_t{10'000}, highest}) {
                    const TimePlan plan = plan_time({microseconds(left), microseconds(increment),
                                                     moves, microseconds(overhead)});
                    EXPECT_GE(plan.soft, 0us);
                    EXPECT_LE(plan.soft, plan.hard);
                    EXPECT_LE(plan.hard.count(), std::max<std::int64_t>(0, left));
                }
}

TEST(TimeManagement, AWholeGameFitsIntoItsTime) {
    // Every move takes as long as allowed, and the overhead: time never runs out.
    for (const microseconds overhead : {0us, 1'000us, 10'000us}) {
        microseconds left = 1s;
        for (int move = 0; move < 300; ++move) {
            const TimePlan plan = plan_time({left, 10'000us, 0, overhead});
            left -= plan.hard + std::min(overhead, left / 4);
            ASSERT_GT(left, 0us) << "move " << move;
            left += 10'000us;
        }
    }
}

TEST(TimeManagement, ABusyMachineMayAnswerLate) {
    // Every move takes as long as allowed and 18 ms more, with an overhead of 10 ms.
    microseconds left = 3s;
    for (int move = 0; move < 300; ++move) {
        left -= plan_time({left, 30ms, 0, 10ms}).hard + 18ms;
        ASSERT_GT(left, 0us) << "move " << move;
        left += 30ms;
    }
}

TEST(TimeManagement, ATimeControlIsReached) {
    microseconds left = 4s;
    for (int to_go = 40; to_go >= 1; --to_go) {
        const TimePlan plan = plan_time({left, 0us, to_go, 5'000us});
        EXPECT_GT(plan.soft, 0us);
        left -= plan.hard;
        ASSERT_GT(left, 0us) << to_go;
    }
}

TEST(TimeManagement, IncrementsAreSpent) {
    const TimePlan without = plan_time({10s, 0us, 0, 0us});
    const TimePlan with = plan_time({10s, 1s, 0, 0us});
    EXPECT_GE(with.soft, without.soft + 700ms);
}

TEST(TimeManagement, MoveTimeLosesTheOverheadButNotEverything) {
    EXPECT_EQ(move_time(100ms, 10ms), 90ms);
    EXPECT_EQ(move_time(10ms, 10ms), 5ms);
    EXPECT_EQ(move_time(-5ms, 0us), 0us);
}

}  // namespace
}  // namespace rookery
