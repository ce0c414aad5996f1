#include "tune/spsa_checkpoint.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rookery::tune {
namespace {

Spsa tuner(std::uint64_t pairs, std::uint64_t seed = 1) {
    return Spsa({{"wide", 100, 100, 0, 400, 20}, {"narrow", 5, 5, 1, 9, 1}, {"still", 50, 50, 50, 50, 3}},
                {pairs, 0.002, seed});
}

double value_of(const SettingValues& values, std::size_t i) { return values[i].second; }

// Both changes lie on either side of the value, and within the limits.
TEST(Spsa, TrialsAreMirrored) {
    Spsa spsa = tuner(1000);
    for (int i = 0; i < 200; ++i) {
        const SpsaTrial trial = spsa.next();
        EXPECT_NEAR(value_of(trial.up, 0) + value_of(trial.down, 0), 200, 1);
        EXPECT_GT(std::abs(value_of(trial.up, 0) - value_of(trial.down, 0)), 30);
        EXPECT_GT(trial.signs[0] * (value_of(trial.up, 0) - value_of(trial.down, 0)), 0);
        for (const auto& values : {trial.up, trial.down}) {
            EXPECT_GE(value_of(values, 1), 1);
            EXPECT_LE(value_of(values, 1), 9);
            EXPECT_EQ(value_of(values, 2), 50);
        }
    }
}

TEST(Spsa, TheSameSeedMakesTheSameTrials) {
    Spsa one = tuner(100, 7), other = tuner(100, 7), third = tuner(100, 8);
    bool differs = false;
    for (int i = 0; i < 50; ++i) {
        const SpsaTrial trial = one.next();
        EXPECT_EQ(trial.up, other.next().up);
        differs = differs || trial.signs != third.next().signs;
    }
    EXPECT_TRUE(differs);
}

// Games whose outcome depends on how far the numbers are from 160 and 7, with a good deal of luck.
TEST(Spsa, FindsTheBest) {
    Spsa spsa = tuner(40'000, 3);
    Random luck(5);
    const auto strength = [](const SettingValues& values) {
        const double wide = (value_of(values, 0) - 160) / 60;
        const double narrow = (value_of(values, 1) - 7) / 3;
        return -wide * wide - narrow * narrow;
    };
    while (spsa.is_planned()) {
        const SpsaTrial trial = spsa.next();
        double balance = 0;
        for (int game = 0; game < 2; ++game) {
            const double noise = luck.unit() * 6 - 3;
            const double lead = strength(trial.up) - strength(trial.down) + noise;
            balance += lead > 1 ? 1 : lead < -1 ? -1 : 0;
        }
        spsa.learn(trial, balance);
    }
    EXPECT_EQ(spsa.done(), 40'000U);
    EXPECT_NEAR(spsa.parameters()[0].value, 160, 12);
    EXPECT_NEAR(spsa.parameters()[1].value, 7, 1);
    EXPECT_EQ(spsa.parameters()[2].value, 50);
    EXPECT_EQ(rounded_values(spsa.parameters(), true).size(), 2U);
}

TEST(Spsa, GoesOnWhereItEnded) {
    Spsa whole = tuner(100), first = tuner(100), second = tuner(100);
    const auto play = [](Spsa& spsa, int pairs) {
        for (int i = 0; i < pairs; ++i) {
            const SpsaTrial trial = spsa.next();
            spsa.learn(trial, trial.signs[0]);
        }
    };
    play(whole, 60);
    play(first, 25);
    std::vector<double> values;
    for (const SpsaParameter& one : first.parameters()) values.push_back(one.value);
    second.resume(first.done(), values);
    play(second, 35);
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_EQ(second.parameters()[i].value, whole.parameters()[i].value);
}

TEST(SpsaCheckpoint, ComesBackAsItWas) {
    Spsa spsa = tuner(100);
    const SpsaMoment begin = moment_of(spsa);
    for (int i = 0; i < 10; ++i) spsa.learn(spsa.next(), 1);
    const std::string text = checkpoint_text(spsa, {begin});
    const auto history = history_from(text, tuner(100));
    ASSERT_TRUE(history.ok()) << history.error();
    ASSERT_EQ(history->size(), 2U);
    EXPECT_EQ(history->back().done, 10U);
    EXPECT_EQ(history->back().values, moment_of(spsa).values);

    const auto problem = [](std::string_view what, const Spsa& of) {
        const auto read = history_from(what, of);
        return read.ok() ? std::string("none") : read.error();
    };
    EXPECT_NE(problem(text, tuner(200)).find("another plan"), std::string::npos);
    EXPECT_NE(problem(text, tuner(100, 2)).find("another seed"), std::string::npos);
    for (const char* wrong : {"", "{}", "[1]", "{\"format\": 3}"})
        EXPECT_NE(problem(wrong, tuner(100)), "none") << wrong;
    for (std::size_t length = 0; length + 2 < text.size(); length += 7)
        EXPECT_NE(problem(std::string_view(text).substr(0, length), tuner(100)), "none") << length;
}

}  // namespace
}  // namespace rookery::tune
