#include "base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace rookery {
namespace {

// Keys, openings and games depend on these: they may never change.
TEST(Random, FirstNumbersAreFixed) {
    SplitMix mix(0);
    EXPECT_EQ(mix.next(), 0xE220A8397B1DCDAFULL);
    EXPECT_EQ(mix.next(), 0x6E789E6AA1B965F4ULL);
    Random random(1);
    const std::array<std::uint64_t, 3> first = {random.next(), random.next(), random.next()};
    Random again(1);
    for (std::uint64_t word : first) EXPECT_EQ(again.next(), word);
    EXPECT_EQ(first[0], 0xB3F2AF6D0FC710C5ULL);
}

TEST(Random, BelowIsEvenAndInRange) {
    Random random(2);
    std::array<int, 7> counts{};
    for (int i = 0; i < 70000; ++i) ++counts[random.below(7)];
    for (int count : counts) EXPECT_NEAR(count, 10000, 500);  // five standard deviations
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(random.below(1), 0u);
    for (int i = 0; i < 1000; ++i)
        EXPECT_LT(random.below(0xC000000000000000ULL), 0xC000000000000000ULL);
}

TEST(Random, UnitStaysInside) {
    Random random(3);
    double sum = 0;
    for (int i = 0; i < 100000; ++i) {
        const double value = random.unit();
        ASSERT_GE(value, 0);
        ASSERT_LT(value, 1);
        sum += value;
    }
    EXPECT_NEAR(sum / 100000, 0.5, 0.01);
}

TEST(Random, ShuffleReachesEveryOrderEvenly) {
    Random random(4);
    std::array<int, 6> seen{};
    for (int i = 0; i < 60000; ++i) {
        std::vector<int> order = {0, 1, 2};
        shuffle(order, random);
        std::size_t index = 0;
        std::vector<int> permutation = {0, 1, 2};
        while (permutation != order) {
            std::next_permutation(permutation.begin(), permutation.end());
            ++index;
        }
        ++seen[index];
    }
    for (int count : seen) EXPECT_NEAR(count, 10000, 500);
}

}  // namespace
}  // namespace rookery
