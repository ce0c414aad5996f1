#include "base/bits.h"
#include "base/containers.h"
#include "base/math.h"
#include "base/random.h"
#include "base/result.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace rookery {
namespace {

TEST(Bits, CountAndOrder) {
    EXPECT_EQ(popcount(0), 0);
    EXPECT_EQ(popcount(0x8000000000000001ULL), 2);
    EXPECT_EQ(lowest_bit(0x10), 4);
    EXPECT_EQ(highest_bit(0x8000000000000001ULL), 63);
    EXPECT_TRUE(has_at_most_one(0));
    EXPECT_TRUE(has_at_most_one(8));
    EXPECT_TRUE(has_several(9));
    std::uint64_t word = 0x28;
    EXPECT_EQ(take_lowest_bit(word), 3);
    EXPECT_EQ(take_lowest_bit(word), 5);
    EXPECT_EQ(word, 0u);
    EXPECT_EQ(multiply_high(~0ULL, 100), 99u);
    EXPECT_EQ(multiply_high(1ULL << 63, 100), 50u);
}

TEST(InlineVector, HoldsWhatItWasGiven) {
    InlineVector<int, 4> vector;
    EXPECT_TRUE(vector.empty());
    for (int i = 0; i < 4; ++i) vector.push_back(10 * i);
    EXPECT_EQ(vector.size(), 4u);
    EXPECT_TRUE(vector.contains(30));
    EXPECT_FALSE(vector.contains(31));
    InlineVector<int, 4> copy = vector;
    vector.pop_back();
    vector[0] = 7;
    EXPECT_EQ(vector.size(), 3u);
    EXPECT_EQ(copy.size(), 4u);
    EXPECT_EQ(copy[0], 0);
    copy.clear();
    EXPECT_EQ(copy.begin(), copy.end());
}

TEST(InlineVector, CountsOnlyWhatIsWanted) {
    InlineVector<int, 4> vector;
    for (int i = 0; i < 6; ++i) vector.push_back_if(i % 2 == 0, i);
    EXPECT_EQ(std::vector<int>(vector.begin(), vector.end()), (std::vector<int>{0, 2, 4}));
}

Result<int, std::string> half(int number) {
    if (number % 2 != 0) return failure(std::string("odd"));
    return number / 2;
}

TEST(Result, IsAValueOrAReason) {
    EXPECT_TRUE(half(4).ok());
    EXPECT_EQ(*half(4), 2);
    EXPECT_FALSE(half(5));
    EXPECT_EQ(half(5).error(), "odd");
    EXPECT_EQ(half(5).value_or(-1), -1);
}

TEST(Sort, IsStable) {
    Random random(5);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::pair<int, int>> items;
        for (int i = 0; i < 40; ++i) items.emplace_back(static_cast<int>(random.below(8)), i);
        auto expected = items;
        const auto before = [](const auto& a, const auto& b) { return a.first > b.first; };
        std::stable_sort(expected.begin(), expected.end(), before);
        insertion_sort(items.begin(), items.end(), before);
        EXPECT_EQ(items, expected);
    }
    std::vector<int> none;
    insertion_sort(none.begin(), none.end(), std::less<>{});
}

TEST(Logarithm, AgreesWithTheLibraryClosely) {
    for (int i = 1; i < 5000; ++i) {
        const double x = i / 16.0;
        EXPECT_NEAR(natural_log(x), std::log(x), 1e-14 * std::max(1.0, std::abs(std::log(x))));
    }
    static_assert(natural_log(1.0) == 0.0);
}

TEST(Exponential, IsTheExponential) {
    for (double x = -50; x < 50; x += 0.37)
        EXPECT_NEAR(natural_exp(x) / std::exp(x), 1.0, 1e-12) << x;
    EXPECT_EQ(natural_exp(0), 1.0);
    EXPECT_GT(natural_exp(1e9), 1e300);
    EXPECT_LT(natural_exp(-1e9), 1e-300);
}

}  // namespace
}  // namespace rookery
