#include "arena/statistics/elo.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

namespace rookery::arena {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

PairCounts pairs_of(std::array<std::uint64_t, 5> pairs) { return {pairs, 0}; }

PairCounts some_pairs(std::uint64_t smallest) {
    PairCounts counts;
    for (std::uint64_t& count : counts.pairs)
        count = *rc::gen::inRange<std::uint64_t>(smallest, 300);
    counts.win_loss = *rc::gen::inRange<std::uint64_t>(0, counts.pairs[2] + 1);
    return counts;
}

TEST(PairCounts, GamesAndPairsAreCountedByTheirResults) {
    PairCounts pairs;
    pairs.add(Outcome::Win, Outcome::Win);
    pairs.add(Outcome::Draw, Outcome::Win);
    pairs.add(Outcome::Win, Outcome::Loss);
    pairs.add(Outcome::Loss, Outcome::Win);
    pairs.add(Outcome::Draw, Outcome::Draw);
    pairs.add(Outcome::Loss, Outcome::Draw);
    pairs.add(Outcome::Loss, Outcome::Loss);
    EXPECT_EQ(pairs.pairs, (std::array<std::uint64_t, 5>{1, 1, 3, 1, 1}));
    EXPECT_EQ(pairs.win_loss, 2u);
    EXPECT_EQ(pairs.draw_draw(), 1u);
    EXPECT_EQ(pairs.total(), 7u);
    EXPECT_EQ(pairs.games(), (GameCounts{5, 4, 5}));
    EXPECT_DOUBLE_EQ(pairs.games().points(), 7);
    EXPECT_EQ(mirrored(Outcome::Win), Outcome::Loss);
    EXPECT_EQ(mirrored(Outcome::Draw), Outcome::Draw);
}

RC_GTEST_PROP(PairCounts, PairsAndGamesAgree, ()) {
    PairCounts pairs;
    GameCounts games;
    PairCounts turned;
    for (int code : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 9))) {
        const auto one = static_cast<Outcome>(code / 3);
        const auto other = static_cast<Outcome>(code % 3);
        pairs.add(one, other);
        turned.add(mirrored(one), mirrored(other));
        games.add(one);
        games.add(other);
    }
    RC_ASSERT(pairs.games() == games);
    RC_ASSERT(turned == pairs.mirrored());
    RC_ASSERT(turned.games() == games.mirrored());
}

TEST(Elo, KnownPointsOfTheCurve) {
    EXPECT_DOUBLE_EQ(elo_of_score(0.5), 0);
    EXPECT_NEAR(elo_of_score(10.0 / 11), 400, 1e-9);
    EXPECT_NEAR(elo_of_score(0.75), 190.848501888, 1e-8);  // 400·log10(3)
    EXPECT_NEAR(score_of_elo(-400), 1.0 / 11, 1e-15);
    EXPECT_EQ(elo_of_score(0), -endless);
    EXPECT_EQ(elo_of_score(1), endless);
    EXPECT_EQ(score_of_elo(endless), 1);
    EXPECT_EQ(score_of_elo(-endless), 0);
}

RC_GTEST_PROP(Elo, ScoreAndEloAreInverse, ()) {
    const double elo = *rc::gen::inRange(-120000, 120001) / 100.0;
    RC_ASSERT(std::abs(elo_of_score(score_of_elo(elo)) - elo) < 1e-6);
    RC_ASSERT(std::abs(score_of_elo(elo) + score_of_elo(-elo) - 1) < 1e-15);
}

TEST(Elo, NormalDistribution) {
    EXPECT_DOUBLE_EQ(normal_below(0), 0.5);
    EXPECT_NEAR(normal_below(deviations_95), 0.975, 1e-14);
    EXPECT_NEAR(normal_below(-deviations_95), 0.025, 1e-14);
}

// Computed apart, with 40 digits: mean 0.5375, variance of a pair's mean 0.06421875, error of the
// score 1.959964·√(0.06421875/200).
TEST(Elo, FromPairsByHand) {
    const PairCounts pairs{{10, 40, 80, 50, 20}, 30};
    const EloEstimate estimate = estimate_elo(pairs);
    EXPECT_EQ(estimate.games, 400u);
    EXPECT_DOUBLE_EQ(estimate.score.value, 0.5375);
    EXPECT_NEAR(estimate.elo.value, 26.106692605, 1e-8);
    EXPECT_NEAR(estimate.elo.low, 1.65327147932, 1e-8);
    EXPECT_NEAR(estimate.elo.high, 50.8214730629, 1e-8);
    EXPECT_NEAR(estimate.elo.error(), (50.8214730629 - 1.65327147932) / 2, 1e-8);
    EXPECT_NEAR(estimate.normalized.value, 36.3546229082, 1e-8);
    EXPECT_NEAR(estimate.normalized.low, 2.12203387875, 1e-8);
    EXPECT_NEAR(estimate.normalized.high, 70.5872119376, 1e-8);
    EXPECT_NEAR(estimate.superiority, 0.981813829024, 1e-11);
    EXPECT_DOUBLE_EQ(estimate.draw_ratio, (50 + 40 + 2 * 50) / 400.0);
    ASSERT_TRUE(estimate.pair_ratio.has_value());
    EXPECT_DOUBLE_EQ(*estimate.pair_ratio, 70.0 / 50);
    EXPECT_EQ(describe(estimate),
              "Elo +26.1 ± 24.6, nElo +36.4 ± 34.2, LOS 98.2 %, draws 47.5 %, pairs ratio 1.40");
}

TEST(Elo, FromSingleGamesByHand) {
    const EloEstimate estimate = estimate_elo(GameCounts{40, 50, 30});
    EXPECT_EQ(estimate.games, 120u);
    EXPECT_NEAR(estimate.elo.value, 29.0202668594, 1e-8);
    EXPECT_NEAR(estimate.elo.low, -18.2581252292, 1e-8);
    EXPECT_NEAR(estimate.elo.high, 77.4029111552, 1e-8);
    EXPECT_NEAR(estimate.normalized.value, 38.136009939, 1e-8);
    EXPECT_NEAR(estimate.normalized.low, -24.5725553385, 1e-8);
    EXPECT_NEAR(estimate.normalized.high, 100.844575216, 1e-8);
    EXPECT_NEAR(estimate.superiority, 0.885397104173, 1e-11);
    EXPECT_FALSE(estimate.pair_ratio.has_value());
}

// Independent games in pairs are the same as games alone: pairs in the proportions 1:2:1 of two
// independent games without draws.
TEST(Elo, PairsOfIndependentGamesAgreeWithSingleGames) {
    const EloEstimate pairs = estimate_elo(PairCounts{{100, 0, 200, 0, 100}, 200});
    const EloEstimate games = estimate_elo(GameCounts{400, 0, 400});
    EXPECT_NEAR(pairs.elo.high, games.elo.high, 1e-9);
    EXPECT_NEAR(pairs.normalized.high, games.normalized.high, 1e-9);
}

TEST(Elo, UnevenOpeningsPlayedTwiceNarrowTheInterval) {
    // The same games, but the opening decides: each side wins once in every pair.
    const EloEstimate decided = estimate_elo(PairCounts{{5, 0, 390, 0, 5}, 390});
    const EloEstimate games = estimate_elo(GameCounts{400, 0, 400});
    EXPECT_LT(decided.elo.error(), games.elo.error() / 4);
}

TEST(Elo, WithoutGamesNothingIsKnown) {
    for (const EloEstimate& estimate : {estimate_elo(PairCounts{}), estimate_elo(GameCounts{})}) {
        EXPECT_EQ(estimate.games, 0u);
        EXPECT_EQ(estimate.elo.value, 0);
        EXPECT_EQ(estimate.elo.low, -endless);
        EXPECT_EQ(estimate.elo.high, endless);
        EXPECT_EQ(estimate.normalized.value, 0);
        EXPECT_EQ(estimate.superiority, 0.5);
        EXPECT_EQ(estimate.draw_ratio, 0);
        EXPECT_FALSE(estimate.pair_ratio.has_value());
        EXPECT_EQ(describe(estimate), "no games");
    }
}

TEST(Elo, AllWonIsInfiniteWithALowerBound) {
    const EloEstimate estimate = estimate_elo(pairs_of({0, 0, 0, 0, 50}));
    EXPECT_EQ(estimate.elo.value, endless);
    EXPECT_EQ(estimate.elo.high, endless);
    // A pair that is won with probability p is won 50 times running with p^50 = 5 %: p = 0.94184.
    EXPECT_NEAR(estimate.score.low, 0.941844, 1e-6);
    EXPECT_NEAR(estimate.elo.low, 400 * std::log10(0.9418443 / 0.0581557), 1e-2);
    EXPECT_EQ(estimate.normalized.value, endless);
    EXPECT_NEAR(estimate.superiority, 1, 1e-15);
    EXPECT_EQ(*estimate.pair_ratio, endless);
    EXPECT_EQ(elo_text(estimate.elo), "+inf [+483.8, +inf]");
    EXPECT_EQ(elo_text(estimate.normalized), "-");
    EXPECT_EQ(describe(estimate),
              "Elo +inf [+483.8, +inf], nElo -, LOS 100.0 %, draws 0.0 %, no pair "
              "lost");
    EXPECT_EQ(estimate_elo(pairs_of({50, 0, 0, 0, 0})).elo.high, -estimate.elo.low);
    EXPECT_DOUBLE_EQ(estimate_elo(pairs_of({0, 0, 0, 0, 1})).superiority, 0.75);
}

TEST(Elo, AllDrawnIsEvenButNotCertain) {
    const EloEstimate estimate = estimate_elo(GameCounts{0, 100, 0});
    EXPECT_EQ(estimate.elo.value, 0);
    EXPECT_NEAR(estimate.elo.high, -estimate.elo.low, 1e-9);
    EXPECT_GT(estimate.elo.high, 5);
    EXPECT_LT(estimate.elo.high, 20);
    EXPECT_EQ(estimate.superiority, 0.5);
    EXPECT_EQ(estimate.draw_ratio, 1);
    EXPECT_EQ(elo_text(estimate.elo.value), "+0.0");
    EXPECT_EQ(elo_text(estimate.normalized), "-");
}

TEST(Elo, AnyRunOfEqualPairsHasNoVariance) {
    // Thirds and the like must not leave a rounding that is taken for a spread.
    for (std::uint64_t n : {1u, 3u, 7u, 49u, 1000003u}) {
        const EloEstimate estimate = estimate_elo(pairs_of({0, 0, 0, n, 0}));
        EXPECT_EQ(estimate.normalized.value, endless);
        EXPECT_LT(estimate.score.low, 0.75);
        EXPECT_GT(estimate.score.high, 0.75);
    }
}

TEST(Elo, TextHasNoNegativeZero) {
    EXPECT_EQ(elo_text(-0.01), "+0.0");
    EXPECT_EQ(elo_text(-0.06), "-0.1");
    EXPECT_EQ(elo_text(-endless), "-inf");
    EXPECT_EQ(elo_text(Bounded{-1.25, -3.5, 1.5}), "-1.2 ± 2.5");
}

RC_GTEST_PROP(Elo, SwappingPlayersNegatesEverything, ()) {
    const PairCounts pairs = some_pairs(0);
    const EloEstimate one = estimate_elo(pairs);
    const EloEstimate other = estimate_elo(pairs.mirrored());
    const auto opposite = [](double a, double b) {
        return a == -b || std::abs(a + b) < 1e-6 * (1 + std::abs(a));
    };
    RC_ASSERT(opposite(one.elo.value, other.elo.value));
    RC_ASSERT(opposite(one.elo.low, other.elo.high));
    RC_ASSERT(opposite(one.elo.high, other.elo.low));
    RC_ASSERT(opposite(one.normalized.value, other.normalized.value));
    RC_ASSERT(opposite(one.normalized.low, other.normalized.high));
    RC_ASSERT(std::abs(one.superiority + other.superiority - 1) < 1e-12);
}

RC_GTEST_PROP(Elo, BoundsEncloseTheValueAndNothingIsNaN, ()) {
    const EloEstimate estimate = estimate_elo(some_pairs(0));
    for (const Bounded& bounded : {estimate.score, estimate.elo, estimate.normalized}) {
        RC_ASSERT(bounded.low <= bounded.value);
        RC_ASSERT(bounded.value <= bounded.high);
    }
    RC_ASSERT(estimate.superiority >= 0 && estimate.superiority <= 1);
}

RC_GTEST_PROP(Elo, MoreOfTheSameNarrowsTheBounds, ()) {
    const PairCounts pairs = some_pairs(1);
    PairCounts fourfold;
    for (int i = 0; i < 4; ++i) fourfold += pairs;
    const Bounded one = estimate_elo(pairs).score;
    const Bounded four = estimate_elo(fourfold).score;
    RC_ASSERT(std::abs(one.value - four.value) < 1e-12);
    if (one.low > 0 && one.high < 1) RC_ASSERT(std::abs(one.error() - 2 * four.error()) < 1e-9);
}

// By hand: 2 · sum of C(20, k) for k up to 5, over 2^20.
TEST(SignTest, KnownValues) {
    EXPECT_NEAR(sign_test(15, 5), 2.0 * (1 + 20 + 190 + 1140 + 4845 + 15504) / 1048576, 1e-12);
    EXPECT_NEAR(sign_test(5, 15), sign_test(15, 5), 1e-15);
    EXPECT_NEAR(sign_test(10, 0), 2.0 / 1024, 1e-15);
    EXPECT_NEAR(sign_test(1, 0), 1, 1e-12);
    EXPECT_EQ(sign_test(0, 0), 1);
    EXPECT_EQ(sign_test(7, 7), 1);
}

// Two deviations and a half of many games: 0.0124 by the normal curve.
TEST(SignTest, ManyGames) {
    EXPECT_NEAR(sign_test(501'250, 498'750), 0.0124, 0.0001);
    EXPECT_LT(sign_test(600'000, 400'000), 1e-300);
}

}  // namespace
}  // namespace rookery::arena
