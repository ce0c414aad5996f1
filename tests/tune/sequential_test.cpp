#include "tune/sequential.h"

#include "tune/played_tuning.h"

#include <gtest/gtest.h>

namespace rookery::tune {
namespace {

using arena::Outcome;

// Plays to the end; wins(trial) says who wins both games: 1, 0 or -1.
template <class Wins>
std::size_t play(Sequential& tuner, const Wins& wins) {
    std::size_t trials = 0;
    for (; const auto trial = tuner.next(); ++trials) {
        const int result = wins(*trial);
        const Outcome outcome = result > 0   ? Outcome::Win
                                : result < 0 ? Outcome::Loss
                                             : Outcome::Draw;
        tuner.learn(*trial, {outcome, outcome});
    }
    return trials;
}

// As the study's doubled rooks: ten steps in ten iterations.
TEST(Sequential, MovesOneStepAnIteration) {
    Sequential tuner({{"up", 25, 2.5, 0, 400}, {"none", 50, 5, 0, 400}}, {10, 10});
    const std::size_t trials =
        play(tuner, [](const Trial& trial) { return trial.one[0] - trial.other[0]; });
    EXPECT_EQ(tuner.values(), (Values{50, 50}));
    EXPECT_EQ(tuner.iterations(), 10U);
    // Ten pairs up, and ten each way for the number that does not matter; every time.
    EXPECT_EQ(trials, 10U * 30);
}

TEST(Sequential, TriesDownWhereUpDidNotWin) {
    Sequential tuner({{"one", 100, 10, 0, 400}}, {3, 1});
    std::vector<Choice> tried;
    play(tuner, [&](const Trial& trial) {
        tried.push_back(trial.one);
        return trial.other[0] - trial.one[0];
    });
    EXPECT_EQ(tried, (std::vector<Choice>{{110}, {90}, {100}, {80}, {90}, {70}}));
    EXPECT_EQ(tuner.values(), (Values{70}));
}

// Half is not more than half.
TEST(Sequential, EndsWhenNothingChanges) {
    Sequential tuner(three_parameters(), {10, 2});
    EXPECT_EQ(play(tuner, [](const Trial&) { return 0; }), 3U * 2 * 2);
    EXPECT_EQ(tuner.values(), starts_of(three_parameters()));
}

TEST(Sequential, KeepsWithinTheGames) {
    Sequential tuner(three_parameters(), {1000, 10, 95});
    EXPECT_EQ(play(tuner, [](const Trial& trial) { return trial.one[0] - trial.other[0]; }), 90U);
}

TEST(Sequential, LeavesOutStepsThatMakeNoDifference) {
    Sequential tuner(
        {{"fixed", 50, 5, 50, 50}, {"small", 10, 0.2, 0, 400}, {"top", 100, 10, 0, 100}}, {10, 1});
    std::vector<Choice> tried;
    play(tuner, [&](const Trial& trial) {
        tried.push_back(trial.one);
        return 0;
    });
    EXPECT_EQ(tried, (std::vector<Choice>{{50, 10, 90}}));
}

}  // namespace
}  // namespace rookery::tune
