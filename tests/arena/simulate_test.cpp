#include "arena/statistics/simulate.h"

#include "arena/statistics/elo.h"
#include "base/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace rookery::arena {
namespace {

double mean_of(const PairProbabilities& chances) {
    double mean = 0;
    for (std::size_t i = 0; i < 5; ++i) mean += chances[i] * static_cast<double>(i) / 4;
    return mean;
}

TEST(PairModel, ChancesByHand) {
    // Even players, half the games drawn: a quarter won and lost.
    const PairProbabilities independent = *pair_probabilities({0, 0.5, 0});
    const PairProbabilities expected = {0.0625, 0.25, 0.375, 0.25, 0.0625};
    for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(independent[i], expected[i], 1e-12);
    const PairProbabilities alike = *pair_probabilities({0, 0.5, 1});
    EXPECT_NEAR(alike[0], 0.25, 1e-12);
    EXPECT_NEAR(alike[2], 0.5, 1e-12);
    EXPECT_NEAR(alike[4], 0.25, 1e-12);
    EXPECT_NEAR((*pair_probabilities({0, 0.5, -1}))[2], 1, 1e-12);
    // Twice 0.6 wins and 0.4 losses, opposed: 0.4 and 0.4 cancel, the rest is won twice.
    const PairProbabilities opposed = *pair_probabilities({elo_of_score(0.6), 0, -1});
    EXPECT_NEAR(opposed[2], 0.8, 1e-12);
    EXPECT_NEAR(opposed[4], 0.2, 1e-12);
}

TEST(PairModel, CouplingKeepsTheScore) {
    for (double coupling : {-1.0, -0.4, 0.0, 0.3, 1.0}) {
        const PairProbabilities chances = *pair_probabilities({35, 0.4, coupling});
        EXPECT_NEAR(std::accumulate(chances.begin(), chances.end(), 0.0), 1, 1e-12);
        EXPECT_NEAR(mean_of(chances), score_of_elo(35), 1e-12);
    }
}

TEST(PairModel, ImpossibleModelsAreRefused) {
    EXPECT_FALSE(pair_probabilities({200, 0.9, 0}));
    EXPECT_FALSE(pair_probabilities({-200, 0.9, 0}));
    EXPECT_FALSE(pair_probabilities({0, 1.1, 0}));
    EXPECT_FALSE(pair_probabilities({0, -0.1, 0}));
    EXPECT_FALSE(pair_probabilities({0, 0.5, 1.5}));
    EXPECT_FALSE(with_normalized_elo({0, 0.9, 0}, 5000));
}

TEST(PairModel, NormalizedEloIsReached) {
    for (double wanted : {-30.0, 0.0, 12.0}) {
        const PairModel model = *with_normalized_elo({0, 0.6, -0.3}, wanted);
        EXPECT_NEAR(normalized_elo_of(*pair_probabilities(model)), wanted, 1e-6);
    }
    // Without draws and dependence both scales agree for small differences.
    EXPECT_NEAR(with_normalized_elo({0, 0, 0}, 2)->elo, 2, 1e-3);
}

struct Rates {
    SimulationResult null;
    SimulationResult between;
    SimulationResult alternative;
};

Rates rates_of(const SprtSettings& settings, const PairModel& model, std::uint64_t tests) {
    const auto run = [&](double elo) {
        PairModel at = model;
        at.elo = elo;
        if (settings.model == EloModel::Normalized) at = *with_normalized_elo(model, elo);
        return simulate_sprt(settings, {*pair_probabilities(at), tests, 1'000'000, 20240, 2});
    };
    return {run(settings.elo0), run((settings.elo0 + settings.elo1) / 2), run(settings.elo1)};
}

// Errors may be rarer than allowed, as a test ends beyond its bound and not on it; more often only
// by chance, that is within three standard deviations.
double slack(double rate, const SimulationResult& result) {
    return 3 * std::sqrt(rate * (1 - rate) / static_cast<double>(result.tests()));
}

void expect_errors_kept(const SprtSettings& settings, const Rates& rates) {
    EXPECT_LE(rates.null.rate_h1(), settings.alpha + slack(settings.alpha, rates.null));
    EXPECT_LE(rates.alternative.rate_h0(), settings.beta + slack(settings.beta, rates.alternative));
    // Not absurdly careful either, which would mean games wasted.
    EXPECT_GE(rates.null.rate_h1(), settings.alpha / 3);
    EXPECT_GE(rates.alternative.rate_h0(), settings.beta / 3);
    // With equal errors neither side is favoured in the middle.
    if (settings.alpha == settings.beta) {
        EXPECT_NEAR(rates.between.rate_h1(), 0.5, slack(0.5, rates.between) + 0.02);
    }
    EXPECT_GT(rates.between.mean_games(), rates.null.mean_games());
    EXPECT_GT(rates.between.mean_games(), rates.alternative.mean_games());
    for (const SimulationResult& result : {rates.null, rates.between, rates.alternative})
        EXPECT_EQ(result.undecided, 0u);
}

TEST(SimulateSprt, ErrorsAreKept) {
    const SprtSettings logistic{0, 20, 0.05, 0.05, EloModel::Logistic};
    const Rates rates = rates_of(logistic, {0, 0.5, 0}, 600);
    expect_errors_kept(logistic, rates);
    // Wald: the LLR ends at -2.944 (95 %) or +2.944, and moves by -(s1 - s0)²/(2·variance) a pair.
    const double gap = score_of_elo(20) - 0.5;
    const double pairs = 0.9 * 2.944439 / (gap * gap / (2 * 0.0625));
    EXPECT_NEAR(rates.null.mean_games(), 2 * pairs, 2 * pairs * 0.15);

    const SprtSettings normalized{0, 40, 0.05, 0.05, EloModel::Normalized};
    expect_errors_kept(normalized, rates_of(normalized, {0, 0.6, -0.3}, 600));
}

// The other half of honesty: the interval of a match of fixed length holds the true Elo as often as
// it says. 2,000 matches; the share found has a deviation of 0.5 %.
TEST(SimulateMatch, IntervalsHoldTheTruthInNinetyFivePercent) {
    const double elo = 15;
    const PairProbabilities chances = *pair_probabilities({elo, 0.5, -0.3});
    const double normalized = normalized_elo_of(chances);
    Random random(99);
    int held = 0;
    int held_normalized = 0;
    constexpr int matches = 2000;
    for (int match = 0; match < matches; ++match) {
        PairCounts pairs;
        for (int i = 0; i < 300; ++i) {
            double rest = random.unit();
            std::size_t result = 0;
            while (result < 4 && rest >= chances[result]) rest -= chances[result++];
            ++pairs.pairs[result];
        }
        const EloEstimate estimate = estimate_elo(pairs);
        held += estimate.elo.low <= elo && elo <= estimate.elo.high ? 1 : 0;
        held_normalized +=
            estimate.normalized.low <= normalized && normalized <= estimate.normalized.high ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(held) / matches, 0.95, 0.016);
    EXPECT_NEAR(static_cast<double>(held_normalized) / matches, 0.95, 0.016);
}

TEST(SimulateSprt, ThreadsDoNotChangeTheOutcome) {
    const SprtSettings settings{0, 30, 0.1, 0.05, EloModel::Logistic};
    Simulation simulation{*pair_probabilities({10, 0.4, 0}), 50, 1'000'000, 7, 1};
    const SimulationResult one = simulate_sprt(settings, simulation);
    simulation.threads = 3;
    const SimulationResult three = simulate_sprt(settings, simulation);
    EXPECT_EQ(one.accepted_h1, three.accepted_h1);
    EXPECT_EQ(one.pairs, three.pairs);
    EXPECT_EQ(one.tests(), 50u);
    simulation.seed = 8;
    EXPECT_NE(simulate_sprt(settings, simulation).pairs, one.pairs);
}

TEST(SimulateSprt, TestsThatDoNotEndAreUndecided) {
    const SprtSettings settings{0, 5, 0.05, 0.05, EloModel::Logistic};
    const SimulationResult result =
        simulate_sprt(settings, {*pair_probabilities({2, 0.5, 0}), 10, 20, 1, 1});
    EXPECT_EQ(result.undecided, 10u);
    EXPECT_EQ(result.mean_games(), 40);
    EXPECT_EQ(simulate_sprt(settings, {*pair_probabilities({2, 0.5, 0}), 0, 20, 1, 1}).rate_h1(),
              0);
}

TEST(SimulateSprtLong, TenThousandTestsKeepTheirErrors) {
    const SprtSettings logistic{0, 10, 0.05, 0.05, EloModel::Logistic};
    expect_errors_kept(logistic, rates_of(logistic, {0, 0.5, 0}, 10'000));
    const SprtSettings uneven{-10, 0, 0.1, 0.02, EloModel::Logistic};
    expect_errors_kept(uneven, rates_of(uneven, {0, 0.4, -0.3}, 10'000));
    const SprtSettings normalized{0, 20, 0.05, 0.05, EloModel::Normalized};
    expect_errors_kept(normalized, rates_of(normalized, {0, 0.6, -0.3}, 10'000));
}

}  // namespace
}  // namespace rookery::arena
