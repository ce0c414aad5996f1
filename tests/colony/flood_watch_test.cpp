#include "colony/trust/watches.h"

#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;

constexpr FloodWatch::Instant start{1h};

// So many messages within one second; whether that was found to be a flood.
bool says(FloodWatch& watch, const char* member, std::size_t messages, FloodWatch::Instant when,
          std::size_t bytes = 10) {
    bool floods = false;
    for (std::size_t i = 0; i < messages; ++i) floods = watch.hear(member, bytes, when) || floods;
    return floods;
}

TEST(FloodWatch, WhoSaysTooMuchForLongFloods) {
    FloodWatch watch;
    EXPECT_FALSE(says(watch, "a", 100'000, start));
    EXPECT_FALSE(says(watch, "a", 100'000, start + 1s));
    EXPECT_FALSE(says(watch, "b", 100, start + 2s));
    EXPECT_TRUE(says(watch, "a", 100'000, start + 2s));
    EXPECT_FALSE(says(watch, "a", 100'000, start + 3s)) << "said once";
}

TEST(FloodWatch, FewButLargeLettersAreAFloodToo) {
    FloodWatch watch;
    EXPECT_FALSE(says(watch, "a", 300, start, 64 << 10));
    EXPECT_FALSE(says(watch, "a", 300, start + 1s, 64 << 10));
    EXPECT_TRUE(says(watch, "a", 300, start + 2s, 64 << 10));
}

TEST(FloodWatch, BurstsAreNone) {
    FloodWatch watch;
    for (int i = 0; i < 100; ++i)
        EXPECT_FALSE(says(watch, "a", 20'000, start + i * 2s)) << "with a pause after each";
    for (int i = 0; i < 100; ++i)
        EXPECT_FALSE(says(watch, "b", i % 3 == 2 ? 50 : 20'000, start + i * 1s))
            << "or a quiet second";
    for (int i = 0; i < 100; ++i)
        EXPECT_FALSE(says(watch, "c", FloodWatch::most_letters, start + i * 1s));
}

}  // namespace
}  // namespace rookery::colony
