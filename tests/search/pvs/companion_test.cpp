#include "search/searcher.h"

#include "notation/fen.h"
#include "search/pvs/pvs_searcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace rookery {
namespace {

// Records every call.
struct Scribe : Companion {
    int depth = 3;
    std::size_t place = 0;
    std::vector<std::pair<Key, TranspositionEntry>> entries;
    std::vector<std::uint64_t> pauses;
    std::function<void(TranspositionTable&)> in_the_pause;

    int deep_enough() const override { return depth; }
    std::size_t number() const override { return place; }
    void on_entry(Key key, const TranspositionEntry& entry) override {
        entries.emplace_back(key, entry);
    }
    void on_pause(TranspositionTable& table, std::uint64_t nodes) override {
        pauses.push_back(nodes);
        if (in_the_pause) in_the_pause(table);
    }
};

constexpr auto middlegame =
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

struct DepthListener : SearchListener {
    int depth = 0;
    void on_line(const LineReport& report) override { depth = report.depth; }
};

SearchResult search(std::string_view fen, std::uint64_t nodes, Companion* companion,
                    DepthListener& listener) {
    const auto searcher = make_own_pvs();
    searcher->resize({.hash_mib = 4, .threads = 1});
    Limits limits;
    limits.nodes = nodes;
    limits.companion = companion;
    return searcher->search(Root(parse_fen(fen)->position), limits, {}, listener);
}
SearchResult search(std::string_view fen, std::uint64_t nodes, Companion* companion) {
    DepthListener listener;
    return search(fen, nodes, companion, listener);
}
int depth_of(std::string_view fen, std::uint64_t nodes, Companion* companion) {
    DepthListener listener;
    (void)search(fen, nodes, companion, listener);
    return listener.depth;
}

TEST(Companion, GetsDeepEntriesAndChangesNothing) {
    Scribe scribe;
    const SearchResult with = search(middlegame, 20'000, &scribe),
                       without = search(middlegame, 20'000, nullptr);
    EXPECT_EQ(with.best, without.best);
    EXPECT_EQ(with.score, without.score);
    EXPECT_EQ(with.nodes, without.nodes);
    EXPECT_GT(scribe.entries.size(), 100u);
    for (const auto& [key, entry] : scribe.entries) {
        EXPECT_GE(entry.depth, 3);
        EXPECT_NE(entry.bound, Bound::None);
    }
    const Key root = parse_fen(middlegame)->position.key();
    EXPECT_TRUE(
        std::ranges::any_of(scribe.entries, [&](const auto& one) { return one.first == root; }));
}

TEST(Companion, IsCalledOften) {
    Scribe scribe;
    (void)search(middlegame, 20'000, &scribe);
    ASSERT_GT(scribe.pauses.size(), 100u);
    EXPECT_LE(scribe.pauses.front(), 1u);
    for (std::size_t i = 1; i < scribe.pauses.size(); ++i)
        EXPECT_LT(scribe.pauses[i] - scribe.pauses[i - 1], 256u);
}

TEST(Companion, MatesAreCountedFromTheNode) {
    constexpr auto mate_in_two = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";
    Scribe scribe;
    scribe.depth = 1;
    ASSERT_EQ(search(mate_in_two, 3'000, &scribe).score, Score::mate_in(3));
    // After the first move and the reply it is a mate in one, though in two from the root.
    const Position root = parse_fen(mate_in_two)->position;
    std::size_t seen = 0;
    for (const auto& [key, entry] : scribe.entries) {
        if (!entry.value.is_mate() || entry.value.value() < 0 || key == root.key()) continue;
        EXPECT_GE(entry.value, Score::mate_in(3));
        seen += entry.value == Score::mate_in(1);
    }
    EXPECT_GT(seen, 0u);
}

TEST(Companion, EntriesOfOthersSaveNodes) {
    Scribe elder;
    (void)search(middlegame, 200'000, &elder);
    Scribe pupil;
    bool told = false;
    pupil.in_the_pause = [&](TranspositionTable& table) {
        if (std::exchange(told, true)) return;
        for (const auto& [key, entry] : elder.entries) table.store(key, 0, entry);
    };
    EXPECT_GT(depth_of(middlegame, 20'000, &pupil), depth_of(middlegame, 20'000, nullptr));
}

TEST(Companion, AllButTheFirstSkipIterations) {
    Scribe first, other;
    other.place = 1;
    const std::uint64_t nodes = 30'000;
    (void)search(middlegame, nodes, &first);
    (void)search(middlegame, nodes, &other);
    EXPECT_NE(first.entries.size(), other.entries.size());
}

}  // namespace
}  // namespace rookery
