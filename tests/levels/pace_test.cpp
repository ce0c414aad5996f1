#include "levels/pace.h"

#include "notation/fen.h"
#include "notation/san.h"
#include "search/random_searcher.h"

#include <gtest/gtest.h>

#include <thread>

namespace rookery {
namespace {

using namespace std::chrono_literals;

const Limits::Instant now = Limits::Instant::clock::now();

Root middlegame() {
    return Root(parse_fen("r2q1rk1/1b1nbppp/p2ppn2/1pp1P3/3P1B2/1BNQ1N2/PPP2PPP/R3R1K1 w - - 0 12")
                    ->position);
}

Limits by_clock() {
    Limits limits;
    limits.soft_deadline = now + 6s;
    limits.hard_deadline = now + 30s;
    return limits;
}

TEST(HumanPace, StaysWellWithinTheClockAndDiffers) {
    std::chrono::milliseconds shortest = 1h;
    std::chrono::milliseconds longest = 0s;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const auto delay = human_delay(middlegame(), by_clock(), now, seed);
        shortest = std::min(shortest, delay);
        longest = std::max(longest, delay);
    }
    EXPECT_GE(shortest, 2s);
    EXPECT_LE(longest, 15s);
    EXPECT_GT(longest, 2 * shortest);
    Limits last_second;
    last_second.hard_deadline = now + 100ms;
    for (std::uint64_t seed = 0; seed < 50; ++seed)
        EXPECT_LE(human_delay(middlegame(), last_second, now, seed), 50ms);
    last_second.hard_deadline = now - 100ms;
    EXPECT_EQ(human_delay(middlegame(), last_second, now, 1), 0ms);
}

TEST(HumanPace, IsFasterWhereNoThoughtIsNeeded) {
    const auto mean = [](const Root& root) {
        std::chrono::milliseconds sum = 0ms;
        for (std::uint64_t seed = 0; seed < 200; ++seed)
            sum += human_delay(root, by_clock(), now, seed);
        return sum / 200;
    };
    Root forced(parse_fen("k7/8/1K6/8/8/8/8/1R6 b - - 0 40")->position);
    EXPECT_LT(2 * mean(forced), mean(middlegame()));
    EXPECT_LT(mean(Root(Position::start())), mean(middlegame()));
}

TEST(HumanPace, DoesNotDelayAnalyses) {
    for (const int kind : {0, 1, 2}) {
        Limits limits = by_clock();
        if (kind == 0) limits.depth = 3;
        if (kind == 1) limits.nodes = 100;
        if (kind == 2) limits.mate = 2;
        EXPECT_EQ(human_delay(middlegame(), limits, now, 1), 0ms);
    }
}

TEST(HumanPace, AStopEndsTheWait) {
    const auto searcher = at_human_pace(std::make_unique<RandomSearcher>(1), 1);
    std::stop_source stop;
    NoListener no_listener;
    const std::jthread stopper([&] {
        std::this_thread::sleep_for(50ms);
        stop.request_stop();
    });
    const auto began = std::chrono::steady_clock::now();
    Limits limits;
    limits.soft_deadline = began + 1h;
    EXPECT_TRUE(searcher->search(middlegame(), limits, stop.get_token(), no_listener).best);
    EXPECT_LT(std::chrono::steady_clock::now() - began, 5min);
}

}  // namespace
}  // namespace rookery
