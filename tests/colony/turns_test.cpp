#include "colony/simulation/simulated_colony.h"

#include "base/threads.h"

#include <gtest/gtest.h>

#include <string>

namespace rookery::colony {
namespace {

TEST(Turns, TheEarliestGoesFirst) {
    // Each writes its message and its time goes on by its own step: who is slower writes less
    // often.
    constexpr int steps[] = {3, 5, 7};
    for (int repeat = 0; repeat < 20; ++repeat) {
        Turns turns(3);
        std::string written;
        run_on_threads(3, [&](std::size_t who) {
            for (int time = 0; time < 21; time += steps[who]) {
                turns.wait(who, Turns::Time(time));
                written += static_cast<char>('a' + who);
            }
            turns.leave(who);
        });
        EXPECT_EQ(written, "abcabacabacabab") << repeat;
    }
}

TEST(Turns, WhoLeavesHoldsNobodyUp) {
    Turns turns(2);
    int done = 0;
    run_on_threads(2, [&](std::size_t who) {
        if (who == 1) return turns.leave(1);
        for (int time = 0; time < 10; ++time) {
            turns.wait(0, Turns::Time(time));
            ++done;
        }
        turns.leave(0);
    });
    EXPECT_EQ(done, 10);
}

}  // namespace
}  // namespace rookery::colony
