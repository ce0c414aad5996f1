#include "lab/human_fit.h"

#include "base/random.h"

#include <gtest/gtest.h>

namespace rookery::lab {
namespace {

double even(Random& random) { return static_cast<double>(random.below(1'000'000)) / 1e6; }

TEST(HumanFit, FindsTheModelThatMadeTheChoices) {
    const human::HumanModel truth{.trust = 0.8, .care = 5};
    Random random(1);
    std::vector<HumanChoice> choices;
    for (int i = 0; i < 20'000; ++i) {
        HumanChoice choice;
        choice.candidates.resize(2 + random.below(6));
        for (human::HumanCandidate& one : choice.candidates) {
            one.probability = 0.01 + even(random);
            one.lost = even(random) < 0.5 ? 0 : 0.5 * even(random);
        }
        set_chances(choice.candidates, truth);
        double left = even(random);
        while (choice.played + 1 < choice.candidates.size() &&
               (left -= choice.candidates[choice.played].chance) > 0)
            ++choice.played;
        choices.push_back(choice);
    }
    const human::HumanModel found = fitted_model(choices);
    EXPECT_NEAR(found.trust, truth.trust, 0.05);
    EXPECT_NEAR(found.care, truth.care, 0.3);
    EXPECT_LE(log_loss(choices, found), log_loss(choices, truth));
    EXPECT_LT(log_loss(choices, truth), log_loss(choices, {1, 0}));
}

TEST(HumanFit, ForcedMovesSayNothing) {
    HumanChoice forced;
    forced.candidates.resize(1);
    forced.candidates[0].probability = 1;
    const human::HumanModel model = fitted_model({forced});
    EXPECT_NEAR(model.trust, 1, 1e-6);
    EXPECT_EQ(log_loss({forced}, model), 0);
}

}  // namespace
}  // namespace rookery::lab
