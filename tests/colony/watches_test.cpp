// Workers whose games come out otherwise.
#include "colony/trust/watches.h"

#include "base/random.h"

#include <gtest/gtest.h>

#include <array>

namespace rookery::colony {
namespace {

// How often of a hundred a pair brings 0 to 4 half points.
using Chances = std::array<std::uint64_t, 5>;
constexpr Chances even{5, 20, 50, 20, 5};
constexpr Chances better{2, 8, 30, 35, 25};
constexpr Chances drawish{0, 1, 98, 1, 0};
constexpr Chances rarely_won{0, 0, 96, 3, 1};
constexpr Chances lopsided{1, 2, 7, 20, 70};

std::size_t draw(Random& random, const Chances& chances) {
    std::uint64_t lot = random.below(100);
    std::size_t half_points = 0;
    while (lot >= chances[half_points]) lot -= chances[half_points++];
    return half_points;
}

struct ReceivedReport {
    std::map<std::string, int> certain, doubted;  // how often, by worker
    int pairs = 0;                                // until the watch was certain
};

// Random pairs, with chances that depend on the worker.
ReceivedReport play(Random& random, const std::map<std::string, Chances>& workers, int pairs,
                    std::size_t encounters = 1) {
    ScoreWatch watch;
    ReceivedReport heard;
    for (int i = 0; i < pairs && heard.certain.empty(); ++i) {
        auto who = workers.begin();
        std::advance(who, random.below(workers.size()));
        watch.add(who->first, std::to_string(random.below(encounters)), draw(random, who->second));
        for (const ScoreWatch::Finding& finding : watch.look()) {
            ++(finding.is_certain ? heard.certain : heard.doubted)[finding.worker];
            EXPECT_NE(finding.words.find("standard errors"), std::string::npos);
        }
        heard.pairs = i + 1;
    }
    return heard;
}

TEST(ScoreWatch, HonestWorkersAreNotAccused) {
    Random random(20);
    for (const Chances& chances : {even, drawish, rarely_won, lopsided})
        for (const std::size_t count : {2u, 3u, 6u})
            for (int run = 0; run < 40; ++run) {
                std::map<std::string, Chances> workers;
                for (std::size_t i = 0; i < count; ++i)
                    workers[std::string(1, static_cast<char>('a' + i))] = chances;
                const ReceivedReport heard = play(random, workers, 600);
                EXPECT_TRUE(heard.certain.empty() && heard.doubted.empty())
                    << count << " workers, run " << run;
            }
}

TEST(ScoreWatch, DifferentScoresAreFound) {
    Random random(21);
    for (int run = 0; run < 20; ++run) {
        const ReceivedReport heard =
            play(random, {{"a", even}, {"b", even}, {"c", even}, {"liar", better}}, 3000);
        ASSERT_EQ(heard.certain.size(), 1u) << run;
        EXPECT_EQ(heard.certain.begin()->first, "liar");
    }
}

TEST(ScoreWatch, ConstantWinsAreFoundSoon) {
    Random random(22);
    const ReceivedReport heard =
        play(random, {{"a", even}, {"b", even}, {"liar", {0, 0, 0, 0, 100}}}, 400);
    EXPECT_EQ(heard.certain.count("liar"), 1u);
    EXPECT_EQ(heard.certain.size(), 1u);
    EXPECT_GE(heard.pairs, 48);
}

TEST(ScoreWatch, TwoDifferingWorkersAreBothDoubted) {
    Random random(23);
    const ReceivedReport heard = play(random, {{"a", even}, {"liar", {0, 0, 0, 0, 100}}}, 1000);
    EXPECT_TRUE(heard.certain.empty());
    EXPECT_EQ(heard.doubted, (std::map<std::string, int>{{"a", 1}, {"liar", 1}}))
        << "both, and each once";
}

// The liar has played most, so that the honest ones seem to differ from nearly everything.
TEST(ScoreWatch, ManyPairsOfOneWorkerDoNotAccuseTheOthers) {
    Random random(24);
    ScoreWatch watch;
    std::vector<std::string> certain;
    const auto add = [&](const std::string& worker, const Chances& chances, int pairs) {
        for (int i = 0; i < pairs; ++i) {
            watch.add(worker, "x", draw(random, chances));
            for (const ScoreWatch::Finding& finding : watch.look())
                if (finding.is_certain) certain.push_back(finding.worker);
        }
    };
    add("liar", {0, 0, 0, 0, 100}, 500);
    add("a", even, 60);
    EXPECT_TRUE(certain.empty());
    add("b", even, 200);
    ASSERT_FALSE(certain.empty());
    EXPECT_EQ(certain.front(), "liar");
    watch.forget("liar");
    certain.clear();
    add("a", even, 200);
    EXPECT_TRUE(certain.empty()) << "the results of the accused worker do not count";
}

TEST(ScoreWatch, EncountersAreNotMixedUp) {
    ScoreWatch watch;
    Random random(25);
    // One has played against a weak opponent, the others against a strong one: that proves nothing.
    for (int i = 0; i < 500; ++i) {
        watch.add("a", "weak", draw(random, lopsided));
        watch.add(i % 2 == 0 ? "b" : "c", "strong", draw(random, even));
        EXPECT_TRUE(watch.look().empty());
    }
    const ReceivedReport heard =
        play(random, {{"a", even}, {"b", even}, {"liar", better}}, 3000, 6);
    EXPECT_EQ(heard.certain.count("liar"), 1u) << "over many encounters, too";
}

using namespace std::chrono_literals;

constexpr FloodWatch::Instant start_time{1h};

// So many messages within one second; whether that was found to be a flood.
bool says(FloodWatch& watch, const char* member, std::size_t messages, FloodWatch::Instant when,
          std::size_t bytes = 10) {
    bool floods = false;
    for (std::size_t i = 0; i < messages; ++i) floods = watch.count(member, bytes, when) || floods;
    return floods;
}

TEST(FloodWatch, TooManyMessagesForLongAreAFlood) {
    FloodWatch watch;
    EXPECT_FALSE(says(watch, "a", 100'000, start_time));
    EXPECT_FALSE(says(watch, "a", 100'000, start_time + 1s));
    EXPECT_FALSE(says(watch, "b", 100, start_time + 2s));
    EXPECT_TRUE(says(watch, "a", 100'000, start_time + 2s));
    EXPECT_FALSE(says(watch, "a", 100'000, start_time + 3s)) << "said once";
}

TEST(FloodWatch, FewButLargeLettersAreAFloodToo) {
    FloodWatch watch;
    EXPECT_FALSE(says(watch, "a", 300, start_time, 64 << 10));
    EXPECT_FALSE(says(watch, "a", 300, start_time + 1s, 64 << 10));
    EXPECT_TRUE(says(watch, "a", 300, start_time + 2s, 64 << 10));
}

TEST(FloodWatch, BurstsAreNone) {
    FloodWatch watch;
    for (int i = 0; i < 100; ++i)
        EXPECT_FALSE(says(watch, "a", 20'000, start_time + i * 2s)) << "with a pause after each";
    for (int i = 0; i < 100; ++i)
        EXPECT_FALSE(says(watch, "b", i % 3 == 2 ? 50 : 20'000, start_time + i * 1s))
            << "or a quiet second";
    for (int i = 0; i < 100; ++i)
        EXPECT_FALSE(says(watch, "c", FloodWatch::most_messages, start_time + i * 1s));
}

}  // namespace
}  // namespace rookery::colony
