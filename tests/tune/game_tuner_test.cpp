// Tests that every way of tuning by games must pass, and those of each.
#include "tune/played_tuning.h"

#include "tune/annealing.h"
#include "tune/game_tuner.h"
#include "tune/genetic.h"
#include "tune/sequential.h"
#include "tune/spsa.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>

namespace rookery::tune {
namespace {

struct Method {
    const char* name;
    std::function<std::unique_ptr<GameTuner>(std::uint64_t pairs, std::uint64_t seed)> make;
};

const std::vector<Method>& methods() {
    static const std::vector<Method> all = {
        {"sequential",
         [](std::uint64_t pairs, std::uint64_t) {
             return std::make_unique<Sequential>(three_parameters(),
                                                 SequentialSettings{1000, 50, pairs});
         }},
        {"genetic",
         [](std::uint64_t pairs, std::uint64_t seed) {
             return std::make_unique<Genetic>(three_parameters(),
                                              GeneticSettings{pairs, 32, 1, seed});
         }},
        {"annealing",
         [](std::uint64_t pairs, std::uint64_t seed) {
             return std::make_unique<Annealing>(
                 three_parameters(),
                 AnnealingSettings{.pairs = pairs, .pairs_of_match = 20, .seed = seed});
         }},
        {"spsa",
         [](std::uint64_t pairs, std::uint64_t seed) {
             return std::make_unique<Spsa>(three_parameters(), SpsaSettings{pairs, 0.02, seed});
         }},
    };
    return all;
}

TEST(GameTuner, AllComeNearTheBest) {
    for (const Method& method : methods()) {
        const auto tuner = method.make(6'000, 3);
        EXPECT_GT(distance_of(tuner->values()), 50) << method.name;
        TrialQueue queue(*tuner);
        play_in_order(queue, 5);
        EXPECT_TRUE(queue.is_done()) << method.name;
        EXPECT_LE(queue.results().size(), 12'000U) << method.name;
        // Of 61 at the start, which is 610 Elo.
        EXPECT_LT(distance_of(tuner->values()), 8) << method.name;
    }
}

TEST(GameTuner, TheOrderInWhichGamesEndMakesNoDifference) {
    for (const Method& method : methods()) {
        const auto one = method.make(1'000, 3);
        const auto other = method.make(1'000, 3);
        TrialQueue in_order(*one), in_disorder(*other);
        play_in_order(in_order, 5);
        play_in_disorder(in_disorder, 5);
        EXPECT_EQ(in_order.results(), in_disorder.results()) << method.name;
        EXPECT_EQ(one->values(), other->values()) << method.name;
    }
}

TEST(GameTuner, ToldTheResultsAgainItGoesOnToTheSameEnd) {
    for (const Method& method : methods()) {
        const auto whole = method.make(1'000, 3);
        TrialQueue whole_queue(*whole);
        play_in_order(whole_queue, 5);
        for (const std::size_t games : {2U, 18U, 333U, 700U}) {
            const auto first = method.make(1'000, 3);
            TrialQueue first_queue(*first);
            play_in_order(first_queue, 5, games);
            const auto second = method.make(1'000, 3);
            TrialQueue second_queue(*second);
            ASSERT_EQ(second_queue.repeat(first_queue.results()), std::nullopt) << method.name;
            EXPECT_EQ(second->values(), first->values()) << method.name;
            play_in_disorder(second_queue, 5);
            EXPECT_EQ(second->values(), whole->values()) << method.name << ' ' << games;
            EXPECT_EQ(second_queue.results(), whole_queue.results()) << method.name << ' ' << games;
        }
    }
}

TEST(GameTuner, AnotherSeedTriesSomethingElse) {
    for (const Method& method : methods()) {
        if (std::string_view(method.name) == "sequential") continue;  // nothing is drawn by lot
        const auto ends = [&](std::uint64_t seed) {
            const auto tuner = method.make(200, seed);
            TrialQueue queue(*tuner);
            play_in_order(queue, 5);
            return tuner->values();
        };
        EXPECT_EQ(ends(1), ends(1)) << method.name;
        EXPECT_NE(ends(1), ends(2)) << method.name;
    }
}

void finish_trial(TrialQueue& queue, const Trial& trial, const TrialResult& result) {
    queue.finish({trial, true}, result.as_white);
    queue.finish({trial, false}, result.as_black);
}

// Both games of a trial, as a liar tells them from that trial on: the contrary.
void play_whole_trials(TrialQueue& queue, std::uint64_t seed, std::uint64_t lies_from = UINT64_MAX,
                       std::size_t most_results = SIZE_MAX) {
    while (queue.results().size() < most_results) {
        const auto trial = queue.take_trial();
        if (!trial) return;
        TrialResult result{simulated({*trial, true}, seed), simulated({*trial, false}, seed)};
        if (trial->number >= lies_from)
            result = {arena::mirrored(result.as_white), arena::mirrored(result.as_black)};
        finish_trial(queue, *trial, result);
    }
}

TEST(GameTuner, WhatWasFalseIsUnlearnedWithAllThatFollowed) {
    for (const Method& method : methods()) {
        const auto whole = method.make(1'000, 3);
        TrialQueue whole_queue(*whole);
        play_in_order(whole_queue, 5);
        for (const std::uint64_t false_from : {1U, 2U, 100U, 300U}) {
            const auto first = method.make(1'000, 3);
            TrialQueue queue(*first);
            play_whole_trials(queue, 5, false_from, 700);
            EXPECT_NE(queue.results(), whole_queue.results().substr(0, 700)) << method.name;
            queue.go_back(false_from, method.make(1'000, 3));
            EXPECT_EQ(queue.results().size(), 2 * (false_from - 1)) << method.name;
            play_whole_trials(queue, 5);
            EXPECT_EQ(queue.results(), whole_queue.results()) << method.name;
            EXPECT_EQ(queue.tuner().values(), whole->values()) << method.name;
            EXPECT_EQ(queue.history().size(), whole_queue.history().size()) << method.name;
        }
    }
}

TEST(GameTuner, KeepsToItsLimits) {
    for (const Method& method : methods()) {
        const auto tuner = method.make(500, 1);
        for (std::uint64_t trials = 0; const auto trial = tuner->next(); ++trials) {
            ASSERT_EQ(trial->number, trials + 1) << method.name;
            ASSERT_LT(trials, 500U) << method.name;
            for (std::size_t i = 0; i < 3; ++i)
                for (const Choice* choice : {&trial->one, &trial->other}) {
                    EXPECT_GE((*choice)[i], three_parameters()[i].lowest) << method.name;
                    EXPECT_LE((*choice)[i], three_parameters()[i].highest) << method.name;
                }
            // The larger values win, so that all parameters reach their limits.
            tuner->learn(*trial, trial->one[0] > trial->other[0]
                                     ? TrialResult{arena::Outcome::Win, arena::Outcome::Win}
                                 : trial->one[0] < trial->other[0]
                                     ? TrialResult{arena::Outcome::Loss, arena::Outcome::Loss}
                                     : TrialResult{});
        }
    }
}

TEST(TrialQueue, RefusesResultsThatCannotBe) {
    StraightMatch match({1}, {2}, 2);
    EXPECT_EQ(TrialQueue(match).repeat("WDL"), "holds half a pair of games");
    StraightMatch second({1}, {2}, 2);
    EXPECT_EQ(TrialQueue(second).repeat("W1"), "holds results that are none");
    StraightMatch third({1}, {2}, 2);
    EXPECT_EQ(TrialQueue(third).repeat("WDLDWW"), "holds more games than the plan has");
}

TEST(TrialQueue, GoingBackFurtherThanItCameForgetsWhatIsUnderWayOnly) {
    StraightMatch match({1}, {2}, 3);
    TrialQueue queue(match);
    const auto first = queue.take_trial();
    ASSERT_EQ(first->number, 1U);
    ASSERT_EQ(queue.take_trial()->number, 2U);
    finish_trial(queue, *first, {arena::Outcome::Win, arena::Outcome::Loss});
    queue.go_back(3, std::make_unique<StraightMatch>(Choice{1}, Choice{2}, 3));
    EXPECT_EQ(queue.results(), "WL");
    EXPECT_EQ(queue.take_trial()->number, 2U);
}

TEST(StraightMatch, CountsPairs) {
    StraightMatch match({1}, {2}, 1'000);  // more than are out at a time
    TrialQueue queue(match);
    std::size_t games = 0;
    for (; const auto game = queue.take(); ++games)
        queue.finish(*game, game->one_is_white ? arena::Outcome::Win : arena::Outcome::Draw);
    EXPECT_EQ(games, 2'000U);
    EXPECT_EQ(match.score().pairs[3], 1'000U);
    EXPECT_EQ(score_of(queue.results()), match.score());
    EXPECT_EQ(queue.results().substr(0, 4), "WDWD");
    EXPECT_EQ(queue.history().size(), 101U);
}

}  // namespace
}  // namespace rookery::tune
