#include "lab/solving.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rookery::lab {
namespace {

using arena::Measured;

const Move right(Square::E2, Square::E4);
const Move wrong(Square::D2, Square::D4);

// Solves after so many seconds, and reaches a depth for every doubling of the time; its first
// sooner or later.
Thoughts solver(double seconds, double speed = 1, double phase = 0) {
    Thoughts thoughts;
    for (int depth = 1; depth < 16; ++depth) {
        const double time = 0.01 * std::exp2(depth + phase) / speed;
        thoughts.push_back({time, depth, time * speed >= seconds ? right : wrong});
    }
    return thoughts;
}

TEST(Solving, WhatWouldHaveBeenPlayed) {
    const Thoughts thoughts = {{1, 3, wrong}, {2, 4, right}, {4, 5, wrong}};
    EXPECT_EQ(played_after(thoughts, 0.9), Move());
    EXPECT_EQ(played_after(thoughts, 1), wrong);
    EXPECT_EQ(played_after(thoughts, 3.9), right);
    EXPECT_EQ(played_after(thoughts, 100), wrong);
}

TEST(Solving, NothingIsSolvedBeforeTheFirstThought) {
    const TestPosition test_position{Position::start(), {right}};
    EXPECT_FALSE(test_position.is_solved_by(Move()));
    EXPECT_TRUE(test_position.is_solved_by(right));
    EXPECT_FALSE(test_position.is_solved_by(wrong));
}

TEST(Solving, AFasterClockIsFoundOut) {
    for (const double speed : {0.5, 1.0, 2.0, 3.5}) {
        std::vector<TestPosition> test_positions;
        std::vector<Thoughts> one, many;
        for (int i = 0; i < 400; ++i) {
            const double seconds = 0.05 * std::exp2(i / 40.0);
            test_positions.push_back({Position::start(), {right}});
            one.push_back(solver(seconds, 1, i % 17 / 17.0));
            many.push_back(solver(seconds, speed, i % 17 / 17.0));
        }
        const SolvingGain gain = solving_gain(test_positions, one, many, 10);
        EXPECT_NEAR(gain.by_solving.value, speed, speed * 0.08);
        EXPECT_LE(*gain.by_solving.low, gain.by_solving.value);
        EXPECT_GE(*gain.by_solving.high, gain.by_solving.value);
        EXPECT_NEAR(gain.by_depth.value, speed, speed * 0.01);
    }
}

TEST(Solving, WhoThinksTheSameIsAsFast) {
    // So few that one's curve is flat for long.
    std::vector<TestPosition> test_positions(3, {Position::start(), {right}});
    const std::vector<Thoughts> one = {solver(0.2), solver(3), solver(1000)};
    const Measured gain = solving_gain(test_positions, one, one, 10).by_solving;
    EXPECT_EQ(gain.value, 1);
    EXPECT_EQ(gain.low, 1);
    EXPECT_EQ(gain.high, 1);
}

TEST(Solving, FewPositionsSayLittle) {
    const auto width = [](int count) {
        std::vector<TestPosition> test_positions;
        std::vector<Thoughts> one, many;
        for (int i = 0; i < count; ++i) {
            test_positions.push_back({Position::start(), {right}});
            // Some are solved sooner by one, some by many.
            one.push_back(solver(0.1 * std::exp2(i % 7)));
            many.push_back(solver(0.1 * std::exp2(i * 3 % 7)));
        }
        const Measured gain = solving_gain(test_positions, one, many, 10).by_solving;
        return std::log(*gain.high / *gain.low);
    };
    EXPECT_GT(width(20), 2 * width(400));
}

TEST(Solving, OnlyFinishedIterationsAreThoughts) {
    ThoughtRecorder recorder;
    LineReport report;
    report.depth = 5;
    report.moves = {right};
    report.elapsed = std::chrono::milliseconds(1500);
    recorder.on_line(report);
    report.bound = LineReport::Bound::Lower;
    recorder.on_line(report);
    report.bound = LineReport::Bound::Exact;
    report.line = 2;
    recorder.on_line(report);
    ASSERT_EQ(recorder.thoughts().size(), 1u);
    EXPECT_EQ(recorder.thoughts()[0].seconds, 1.5);
    EXPECT_EQ(recorder.thoughts()[0].depth, 5);
    EXPECT_EQ(recorder.thoughts()[0].best, right);
}

}  // namespace
}  // namespace rookery::lab
