#include "tune/wdl_fit.h"

#include "base/random.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery::tune {
namespace {

using rookery::test::position_of;

// From few pieces to all of them: 2, 40 and 78 pawns' worth.
const Position& sample(std::size_t number) {
    static const Position samples[] = {position_of("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"),
                                       position_of("r2qk3/pppp4/8/8/8/8/PPPPPP2/R2QK3 w - - 0 1"),
                                       Position::start()};
    return samples[number];
}

// Games that go as the model says.
Outcomes played_by(const WinRateModel& model, int count) {
    Outcomes outcomes;
    Random random(3);
    for (int i = 0; i < count; ++i) {
        const Position& position = sample(static_cast<std::size_t>(i) % 3);
        const int value = static_cast<int>(random.below(1001)) - 500;
        const double dice = static_cast<double>(random.below(1'000'000)) / 1e6;
        const int material = material_of(position);
        const double loss = win_probability(-value, material, model);
        const double win = win_probability(value, material, model);
        const auto result = static_cast<std::uint8_t>(dice < loss ? 0 : dice < 1 - win ? 1 : 2);
        outcomes.add({position, static_cast<std::int16_t>(value), result, 0});
    }
    return outcomes;
}

TEST(WinRateFit, FindsTheModelThatGamesFollow) {
    const WinRateModel truth{{180, 120, 80}, {40, 60, 100}};
    const Outcomes outcomes = played_by(truth, 200'000);
    const WinRateModel found = fitted_win_rate(outcomes, {{100, 100, 100}, {50, 50, 50}});
    EXPECT_NEAR(found.half_won.bare, 180, 8);
    EXPECT_NEAR(found.half_won.half, 120, 8);
    EXPECT_NEAR(found.half_won.full, 80, 8);
    EXPECT_NEAR(found.spread.bare, 40, 6);
    EXPECT_NEAR(found.spread.half, 60, 6);
    EXPECT_NEAR(found.spread.full, 100, 8);
    EXPECT_LE(mean_error(outcomes, found), mean_error(outcomes, truth));
    // The predictions agree with the results for all amounts of material.
    for (const int material : {0, 20, 60}) {
        const BandReport band =
            report_on_band(outcomes, found,
                           {.lowest_value = 100, .highest_value = 200, .least_material = material});
        EXPECT_NEAR(band.expected_wins / static_cast<double>(band.seen.wins), 1, 0.03);
    }
}

TEST(WinRateFit, CountsFromTheSideThatIsAhead) {
    Outcomes outcomes;
    EXPECT_TRUE(outcomes.add({Position::start(), 53, 2, 0}));
    EXPECT_TRUE(outcomes.add({Position::start(), -47, 0, 0}));
    EXPECT_TRUE(outcomes.add({Position::start(), -50, 2, 0}));
    EXPECT_TRUE(outcomes.add({Position::start(), 50, 1, 0}));
    EXPECT_FALSE(outcomes.add({Position::start(), Outcomes::largest + 1, 2, 0}));
    EXPECT_FALSE(outcomes.add({Position::start(), no_score, 2, 0}));
    const OutcomeCount& count = outcomes.at(material_at_the_start, 5);
    EXPECT_EQ(count.wins, 2u);
    EXPECT_EQ(count.draws, 1u);
    EXPECT_EQ(count.losses, 1u);
    EXPECT_EQ(report_on_band(outcomes, win_rate_model, {}).seen.all(), 4u);
}

}  // namespace
}  // namespace rookery::tune
