#include "arena/statistics/sprt.h"

#include "arena/statistics/elo.h"
#include "base/random.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace rookery::arena {
namespace {

std::string error_of(std::string_view text) {
    const Result<SprtSettings, std::string> settings = parse_sprt(text);
    return settings ? "accepted" : settings.error();
}

TEST(SprtSettings, AreReadInAnyOrder) {
    const SprtSettings full{-1.5, 3, 0.1, 0.01, EloModel::Normalized};
    EXPECT_EQ(*parse_sprt("elo0=-1.5 elo1=3 alpha=0.1 beta=0.01 model=normalized"), full);
    EXPECT_EQ(*parse_sprt(" beta=1e-2,model=normalised,\telo1=+3 alpha=.1 elo0=-1.5 "), full);
    EXPECT_EQ(*parse_sprt("elo0=0 elo1=5"), SprtSettings{});
    EXPECT_EQ(*parse_sprt("elo0=0 elo1=5 model=logistic"), SprtSettings{});
}

TEST(SprtSettings, ErrorsSayWhatIsWrong) {
    EXPECT_EQ(error_of(""), "the SPRT needs elo0, as in \"elo0=0 elo1=5\"");
    EXPECT_EQ(error_of("elo0=1"), "the SPRT needs elo1, as in \"elo0=0 elo1=5\"");
    EXPECT_EQ(error_of("elo0=5 elo1=5"), "elo0 of the SPRT (5) must be less than elo1 (5)");
    EXPECT_EQ(error_of("elo0=2.5 elo1=-1"), "elo0 of the SPRT (2.5) must be less than elo1 (-1)");
    EXPECT_EQ(error_of("elo0=0 elo1=5 alpha=0"),
              "alpha of the SPRT is 0, but must lie between 0 and 0.5");
    EXPECT_EQ(error_of("elo0=0 elo1=5 beta=0.5"),
              "beta of the SPRT is 0.5, but must lie between 0 and 0.5");
    EXPECT_EQ(error_of("elo0=0 elo1=900"),
              "elo1 of the SPRT is 900, but must lie between -500 and 500");
    EXPECT_EQ(error_of("elo0=0 elo1=5 gamma=1"),
              "the SPRT has no setting \"gamma\"; it has elo0, elo1, alpha, beta and model");
    EXPECT_EQ(error_of("elo0=0 elo1=5 elo1=6"), "elo1 of the SPRT is given twice");
    EXPECT_EQ(error_of("0 5"), "the SPRT wants name=value, not \"0\"");
    EXPECT_EQ(error_of("elo0=x elo1=5"), "elo0 of the SPRT is not a number: \"x\"");
    EXPECT_EQ(error_of("elo0= elo1=5"), "elo0 of the SPRT is not a number: \"\"");
    EXPECT_EQ(error_of("elo0=nan elo1=5"), "elo0 of the SPRT is not a number: \"nan\"");
    EXPECT_EQ(error_of("elo0=0 elo1=inf"), "elo1 of the SPRT is not a number: \"inf\"");
    EXPECT_EQ(error_of("elo0=+-1 elo1=5"), "elo0 of the SPRT is not a number: \"+-1\"");
    EXPECT_EQ(error_of("elo0=0 elo1=5 model=bayes"),
              "the model of the SPRT is logistic or normalized, not \"bayes\"");
    EXPECT_EQ(error_of("elo0=\x1B[31m"), "elo0 of the SPRT is not a number: \"?[31m\"");
}

RC_GTEST_PROP(SprtSettings, TextAndBack, ()) {
    SprtSettings settings;
    settings.elo0 = *rc::gen::inRange(-4000, 4000) / 10.0;
    settings.elo1 = settings.elo0 + *rc::gen::inRange(1, 1000) / 10.0;
    settings.alpha = *rc::gen::inRange(1, 499) / 1000.0;
    settings.beta = *rc::gen::inRange(1, 499) / 1000.0;
    settings.model = *rc::gen::element(EloModel::Logistic, EloModel::Normalized);
    const Result<SprtSettings, std::string> again = parse_sprt(to_text(settings));
    RC_ASSERT(again.ok());
    RC_ASSERT(*again == settings);
}

RC_GTEST_PROP(SprtSettings, AnyTextIsAnswered, (const std::string& noise)) {
    const Result<SprtSettings, std::string> settings = parse_sprt("elo0=0 elo1=5 " + noise);
    if (settings)
        RC_ASSERT(!validate(*settings));
    else
        for (char c : settings.error()) RC_ASSERT(c != '\x1B' && c != '\n');
}

using Five = std::array<double, 5>;

SprtSettings test_of(double elo0, double elo1, EloModel model = EloModel::Logistic) {
    return {elo0, elo1, 0.05, 0.05, model};
}

double llr_of(const SprtSettings& settings, const PairCounts& pairs) {
    return evaluate_sprt(settings, pairs).llr;
}

// The largest Σ counts·log p, found by trying: the chances of ½, 1 and 1½ points are free, a rule
// gives the chance of 0 points and 2 points (and none where that is impossible). A grid around the
// best point so far, made finer again and again.
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
    // Clearly winning: the missing part, at the pace so far.
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
    // The test must not be too careful either, which would waste games.
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

// The interval of a match of fixed length holds the true Elo as often as it says. 2,000 matches;
// the share found has a deviation of 0.5 %.
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
