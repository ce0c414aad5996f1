#include "search/transposition_table.h"

#include "base/random.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace rookery {
namespace {

const Move e2e4(Square::E2, Square::E4);

TEST(TranspositionTable, ProbeGivesTheStoredEntry) {
    TranspositionTable table(1);
    TranspositionEntry found;
    EXPECT_FALSE(table.probe(77, 0, found));
    table.store(77, 0, {e2e4, Score(-31), Score(12), 9, Bound::Lower, true});
    ASSERT_TRUE(table.probe(77, 0, found));
    EXPECT_EQ(found.move, e2e4);
    EXPECT_EQ(found.value, Score(-31));
    EXPECT_EQ(found.evaluation, Score(12));
    EXPECT_EQ(found.depth, 9);
    EXPECT_EQ(found.bound, Bound::Lower);
    EXPECT_TRUE(found.on_pv);
    EXPECT_FALSE(table.probe(78, 0, found));
    table.clear(2);
    EXPECT_FALSE(table.probe(77, 0, found));
}

TEST(TranspositionTable, MatesCountFromTheNode) {
    TranspositionTable table(1);
    // Mate in seven plies from the root, found four plies below it: three plies from there.
    table.store(
        5, 4, {e2e4, Score::mate_in(7), TranspositionTable::no_evaluation, 3, Bound::Exact, false});
    TranspositionEntry found;
    ASSERT_TRUE(table.probe(5, 10, found));
    EXPECT_EQ(found.value, Score::mate_in(13));
    EXPECT_EQ(found.evaluation, TranspositionTable::no_evaluation);
    table.store(6, 4, {e2e4, Score::mated_in(8), Score(0), 3, Bound::Exact, false});
    ASSERT_TRUE(table.probe(6, 0, found));
    EXPECT_EQ(found.value, Score::mated_in(4));
}

TEST(TranspositionTable, AnEntryWithoutMoveKeepsTheOldMove) {
    TranspositionTable table(1);
    table.store(9, 0, {e2e4, Score(1), Score(0), 3, Bound::Lower, false});
    table.store(9, 0, {Move::none(), Score(2), Score(0), 4, Bound::Upper, false});
    TranspositionEntry found;
    ASSERT_TRUE(table.probe(9, 0, found));
    EXPECT_EQ(found.move, e2e4);
    EXPECT_EQ(found.value, Score(2));
}

TEST(TranspositionTable, DeepEntriesOutliveShallowOnesOfTheirTime) {
    TranspositionTable table(1);
    // All of these fall into the first cluster: their high bits are zero.
    table.store(1, 0, {e2e4, Score(1), Score(0), 20, Bound::Exact, false});
    for (Key key = 2; key < 50; ++key)
        table.store(key, 0, {e2e4, Score(1), Score(0), 1, Bound::Exact, false});
    TranspositionEntry found;
    EXPECT_TRUE(table.probe(1, 0, found));
    // But new generations replace them.
    for (int search = 0; search < 8; ++search) {
        table.new_search();
        for (Key key = 100; key < 110; ++key)
            table.store(key, 0, {e2e4, Score(1), Score(0), 1, Bound::Exact, false});
    }
    EXPECT_FALSE(table.probe(1, 0, found));
}

TEST(TranspositionTable, ThreadsMayShareIt) {
    TranspositionTable table(1);
    std::vector<std::jthread> threads;
    for (std::uint64_t seed = 1; seed <= 4; ++seed)
        threads.emplace_back([&table, seed] {
            Random random(seed);
            TranspositionEntry found;
            for (int i = 0; i < 20'000; ++i) {
                const Key key = random.next() % 512 << 50;
                if (table.probe(key, 0, found)) {
                    EXPECT_LE(found.depth, 60);
                }
                table.store(key, 0,
                            {e2e4, Score(5), Score(6), static_cast<int>(random.below(60)),
                             Bound::Exact, false});
            }
        });
    threads.clear();
    EXPECT_GT(table.hashfull(), 0);
}

}  // namespace
}  // namespace rookery
