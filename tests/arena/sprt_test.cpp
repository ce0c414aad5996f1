#include "arena/statistics/sprt.h"

#include "arena/statistics/elo.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace rookery::arena {
namespace {

using Five = std::array<double, 5>;

SprtSettings test_of(double elo0, double elo1, EloModel model = EloModel::Logistic) {
    return {elo0, elo1, 0.05, 0.05, model};
}

double llr_of(const SprtSettings& settings, const PairCounts& pairs) {
    return evaluate_sprt(settings, pairs).llr;
}

// The largest Σ counts·log p by nothing but trying: the chances of ½, 1 and 1½ points are free, a
// rule gives the chance of 0 points and 2 points (and none where that is impossible). A grid around
// the best point so far, made finer again and again.
using Completion = std::function<bool(Five&)>;

double best_likelihood(const Five& counts, const Completion& complete) {
    constexpr double nothing = -std::numeric_limits<double>::infinity();
    const auto value = [&](double a, double b, double c) {
        Five p = {0, a, b, c, 0};
        if (!(a > 0 && b > 0 && c > 0) || !complete(p)) return nothing;
        double sum = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            if (!(p[i] > 0)) return nothing;
            sum += counts[i] * std::log(p[i]);
        }
        return sum;
    };
    std::array<double, 3> centre = {0.3, 0.3, 0.3};
    double best = nothing;
    // Coarse at first, to land in the right region wherever it is.
    for (int a = 1; a < 40; ++a)
        for (int b = 1; b < 40; ++b)
            for (int c = 1; c < 40; ++c)
                if (const double found = value(a / 40.0, b / 40.0, c / 40.0); found > best) {
                    best = found;
                    centre = {a / 40.0, b / 40.0, c / 40.0};
                }
    for (double width = 0.02; width > 1e-9; width *= 0.85) {
        const std::array<double, 3> middle = centre;
        for (int a = -2; a <= 2; ++a)
            for (int b = -2; b <= 2; ++b)
                for (int c = -2; c <= 2; ++c) {
                    const std::array<double, 3> at = {middle[0] + a * width, middle[1] + b * width,
                                                      middle[2] + c * width};
                    if (const double found = value(at[0], at[1], at[2]); found > best) {
                        best = found;
                        centre = at;
                    }
                }
    }
    return best;
}

// Mean score s: two linear equations for the two chances that are left.
Completion with_mean(double s) {
    return [s](Five& p) {
        const double rest = 1 - p[1] - p[2] - p[3];
        p[4] = s - (p[1] / 4 + p[2] / 2 + 3 * p[3] / 4);
        p[0] = rest - p[4];
        return p[0] > 0 && p[4] > 0;
    };
}

// (mean - ½)/deviation = t: what is left is shared out until it fits.
Completion with_t(double t) {
    return [t](Five& p) {
        const double rest = 1 - p[1] - p[2] - p[3];
        if (rest <= 0) return false;
        const auto surplus = [&](double two) {
            const Five q = {rest - two, p[1], p[2], p[3], two};
            double mean = 0;
            double square = 0;
            for (std::size_t i = 0; i < 5; ++i) {
                const double score = static_cast<double>(i) / 4;
                mean += q[i] * score;
                square += q[i] * score * score;
            }
            return (mean - 0.5) / std::sqrt(square - mean * mean) - t;
        };
        double low = 0;
        double high = rest;
        if (surplus(low) > 0 || surplus(high) < 0) return false;
        for (int i = 0; i < 50; ++i)
            (surplus((low + high) / 2) < 0 ? low : high) = (low + high) / 2;
        p[4] = (low + high) / 2;
        p[0] = rest - p[4];
        return true;
    };
}

double llr_by_trying(const SprtSettings& settings, const PairCounts& pairs) {
    Five counts{};
    for (std::size_t i = 0; i < 5; ++i)
        counts[i] = pairs.pairs[i] > 0 ? static_cast<double>(pairs.pairs[i]) : unseen_count;
    const auto likelihood = [&](double elo) {
        // By the definition of normalised Elo: 800/ln 10 per deviation of one game; that of a
        // pair's mean is smaller by √2.
        const double t = elo * std::log(10.0) / 800 * std::sqrt(2.0);
        return best_likelihood(counts, settings.model == EloModel::Logistic
                                           ? with_mean(1 / (1 + std::pow(10.0, -elo / 400)))
                                           : with_t(t));
    };
    return likelihood(settings.elo1) - likelihood(settings.elo0);
}

TEST(Sprt, BoundsAreWalds) {
    const SprtBounds even = sprt_bounds(test_of(0, 5));
    EXPECT_NEAR(even.upper, 2.94443897916644, 1e-13);  // ln 19
    EXPECT_NEAR(even.lower, -2.94443897916644, 1e-13);
    const SprtBounds uneven = sprt_bounds({0, 5, 0.05, 0.1, EloModel::Logistic});
    EXPECT_NEAR(uneven.lower, -2.2512917986065, 1e-12);
    EXPECT_NEAR(uneven.upper, 2.89037175789616, 1e-12);
}

// Lagrange's equations for all five chances, solved elsewhere with 40 digits.
TEST(Sprt, LikelihoodRatiosSolvedElsewhere) {
    const PairCounts pairs{{10, 40, 80, 50, 20}, 0};
    EXPECT_NEAR(llr_of(test_of(0, 10), pairs), 1.34315983461069, 1e-10);
    EXPECT_NEAR(llr_of(test_of(-5, 3), pairs), 1.37263264074632, 1e-10);
    EXPECT_NEAR(llr_of(test_of(0, 10, EloModel::Normalized), pairs), 1.03103024639689, 1e-10);
    EXPECT_NEAR(llr_of(test_of(-20, 40, EloModel::Normalized), pairs), 5.19639955421392, 1e-10);
    // One result not seen yet, taken as 0.001 of one.
    EXPECT_NEAR(llr_of(test_of(0, 10), {{0, 4, 30, 6, 1}, 0}), 0.515821470647934, 1e-10);
}

TEST(Sprt, LikelihoodRatiosByTrying) {
    for (const PairCounts& pairs :
         {PairCounts{{10, 40, 80, 50, 20}, 0}, PairCounts{{3, 1, 4, 1, 5}, 0},
          PairCounts{{90, 5, 20, 30, 10}, 0}}) {
        for (EloModel model : {EloModel::Logistic, EloModel::Normalized}) {
            const SprtSettings settings = test_of(-12, 35, model);
            EXPECT_NEAR(llr_of(settings, pairs), llr_by_trying(settings, pairs), 1e-6);
        }
    }
}

// The maximum under a normalised bound is not a convex problem: far from the data the search must
// still find the best fit, not just any.
TEST(Sprt, NormalizedFitIsTheBestAlsoFarFromTheResults) {
    for (const PairCounts& pairs :
         {PairCounts{{1, 2, 200, 2, 1}, 0}, PairCounts{{60, 3, 2, 1, 1}, 0},
          PairCounts{{1, 1, 1, 2, 90}, 0}}) {
        const SprtSettings settings = test_of(0, 150, EloModel::Normalized);
        EXPECT_NEAR(llr_of(settings, pairs), llr_by_trying(settings, pairs), 1e-5);
    }
}

TEST(Sprt, FitsKeepTheirConditions) {
    for (const PairCounts& pairs :
         {PairCounts{{0, 0, 1000, 0, 0}, 0}, PairCounts{{0, 0, 0, 0, 7}, 0},
          PairCounts{{1, 0, 0, 0, 0}, 0}, PairCounts{{5, 0, 3, 1, 0}, 0},
          PairCounts{{100000, 200000, 400000, 210000, 90000}, 0}}) {
        const Sample sample = sample_of(pairs);
        const auto moments = [&](const Fit& fit) {
            std::array<double, 3> sums{};
            for (std::size_t i = 0; i < 5; ++i) {
                EXPECT_GT(fit.ratios[i], 0);
                const double p = sample.counts[i] / sample.total / fit.ratios[i];
                sums[0] += p;
                sums[1] += p * sample.scores[i];
                sums[2] += p * sample.scores[i] * sample.scores[i];
            }
            return sums;
        };
        for (double mean : {0.1, 0.5, 0.505, 0.97}) {
            const auto [one, found, square] = moments(fit_mean(sample, mean));
            EXPECT_NEAR(one, 1, 1e-8);
            EXPECT_NEAR(found, mean, 1e-8);
        }
        for (double t : {-2.0, -0.02, 0.0, 0.01, 0.7, 2.0}) {
            const auto [one, found, square] = moments(fit_t_value(sample, t));
            EXPECT_NEAR(one, 1, 1e-7);
            EXPECT_NEAR((found - 0.5) / std::sqrt(square - found * found), t, 1e-6) << t;
        }
    }
}

TEST(Sprt, SingleGamesAreTestedToo) {
    // Without draws the likelihood is binomial and can be written down.
    const double s = score_of_elo(20);
    const double expected = 60 * std::log(s / 0.5) + 40 * std::log((1 - s) / 0.5);
    EXPECT_NEAR(evaluate_sprt(test_of(0, 20), GameCounts{60, 0, 40}).llr, expected, 1e-3);
    EXPECT_GT(evaluate_sprt(test_of(0, 20, EloModel::Normalized), GameCounts{60, 30, 40}).llr, 0);
}

TEST(Sprt, NothingIsDecidedWithoutGames) {
    const SprtStatus status = evaluate_sprt(test_of(0, 5), PairCounts{});
    EXPECT_EQ(status.llr, 0);
    EXPECT_EQ(status.state, SprtState::Running);
    EXPECT_FALSE(status.games_left.has_value());
}

TEST(Sprt, AcceptsAtTheBounds) {
    const SprtSettings settings = test_of(0, 10);
    EXPECT_EQ(evaluate_sprt(settings, PairCounts{{50, 200, 400, 320, 90}, 0}).state,
              SprtState::AcceptedH1);
    EXPECT_EQ(evaluate_sprt(settings, PairCounts{{90, 320, 400, 200, 50}, 0}).state,
              SprtState::AcceptedH0);
    EXPECT_EQ(evaluate_sprt(settings, PairCounts{{9, 32, 40, 33, 9}, 0}).state, SprtState::Running);
    EXPECT_EQ(describe(evaluate_sprt(settings, PairCounts{{10, 40, 80, 50, 20}, 0}), settings),
              "LLR 1.34 (-2.94, 2.94) [0, 10]");
}

TEST(Sprt, DecisionStays) {
    SprtTest test(test_of(0, 10));
    EXPECT_EQ(test.update({{50, 200, 400, 230, 60}, 0}).state, SprtState::Running);
    EXPECT_EQ(test.update({{50, 200, 400, 320, 90}, 0}).state, SprtState::AcceptedH1);
    const SprtStatus& after = test.update({{160, 200, 400, 320, 90}, 0});
    EXPECT_LT(after.llr, after.bounds.upper);
    EXPECT_EQ(after.state, SprtState::AcceptedH1);
    EXPECT_EQ(after.games_left, 0.0);
}

TEST(Sprt, GamesLeftFollowsTheRandomWalk) {
    // A score in the middle of the bounds: no drift, each pair moves the LLR by (s1 -
    // s0)/deviation, and a fair walk needs upper·(-lower)/variance steps.
    const SprtSettings settings = test_of(-5, 5);
    const SprtStatus fair = evaluate_sprt(settings, PairCounts{{50, 200, 400, 200, 50}, 0});
    const double variance = (2 * 50 * 0.25 + 2 * 200 * 0.0625) / 900;
    const double step =
        (score_of_elo(5) - score_of_elo(-5)) * (score_of_elo(5) - score_of_elo(-5)) / variance;
    ASSERT_TRUE(fair.games_left.has_value());
    EXPECT_NEAR(*fair.games_left, 2 * 2.944439 * 2.944439 / step, *fair.games_left * 0.01);
    // Clearly winning: what is missing, at the pace so far.
    const PairCounts winning{{8, 40, 120, 64, 16}, 0};
    const SprtStatus ahead = evaluate_sprt(settings, winning);
    ASSERT_EQ(ahead.state, SprtState::Running);
    const double pace = ahead.llr / static_cast<double>(winning.total());
    EXPECT_NEAR(*ahead.games_left, 2 * (ahead.bounds.upper - ahead.llr) / pace,
                *ahead.games_left * 0.2);
    EXPECT_EQ(evaluate_sprt(test_of(0, 10), PairCounts{{50, 200, 400, 320, 90}, 0}).games_left,
              0.0);
}

PairCounts some_pairs(std::uint64_t smallest, std::uint64_t largest) {
    PairCounts counts;
    for (std::uint64_t& count : counts.pairs)
        count = *rc::gen::inRange<std::uint64_t>(smallest, largest + 1);
    return counts;
}

SprtSettings some_settings(EloModel model) {
    const double elo0 = *rc::gen::inRange(-300, 300) / 10.0;
    return test_of(elo0, elo0 + *rc::gen::inRange(1, 300) / 10.0, model);
}

RC_GTEST_PROP(Sprt, MirroredMatchAndBoundsNegateTheRatio, ()) {
    const SprtSettings settings =
        some_settings(*rc::gen::element(EloModel::Logistic, EloModel::Normalized));
    SprtSettings mirrored = settings;
    mirrored.elo0 = -settings.elo1;
    mirrored.elo1 = -settings.elo0;
    const PairCounts pairs = some_pairs(0, 500);
    const double llr = llr_of(settings, pairs);
    RC_ASSERT(std::isfinite(llr));
    RC_ASSERT(std::abs(llr + llr_of(mirrored, pairs.mirrored())) < 1e-7 * (1 + std::abs(llr)));
}

RC_GTEST_PROP(Sprt, BetterResultsRaiseTheRatio, ()) {
    const SprtSettings settings = some_settings(EloModel::Logistic);
    PairCounts pairs = some_pairs(2, 500);
    const double before = llr_of(settings, pairs);
    const std::size_t from = *rc::gen::inRange<std::size_t>(0, 4);
    const std::size_t to = *rc::gen::inRange<std::size_t>(from + 1, 5);
    --pairs.pairs[from];
    ++pairs.pairs[to];
    RC_ASSERT(llr_of(settings, pairs) > before);
}

RC_GTEST_PROP(Sprt, StartingFromTheLastSearchChangesNothing, ()) {
    const SprtSettings settings =
        some_settings(*rc::gen::element(EloModel::Logistic, EloModel::Normalized));
    LikelihoodRatio ratio(settings);
    PairCounts pairs = some_pairs(0, 20);
    for (int i = 0; i < 20; ++i) {
        ++pairs.pairs[*rc::gen::inRange<std::size_t>(0, 5)];
        const double fresh = llr_of(settings, pairs);
        RC_ASSERT(std::abs(ratio.of(pairs) - fresh) < 1e-7 * (1 + std::abs(fresh)));
    }
}

}  // namespace
}  // namespace rookery::arena
