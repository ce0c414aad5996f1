#include "colony/sharing/outbox.h"
#include "colony/sharing/sharing_companion.h"

#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;

TableEntry entry_of(int value, int depth) {
    TableEntry entry;
    entry.value = Score(value);
    entry.evaluation = Score(0);
    entry.depth = depth;
    entry.bound = Bound::Exact;
    return entry;
}

TEST(Outbox, OfOnePositionTheLastIsKept) {
    Outbox outbox(10);
    outbox.add(5, entry_of(1, 4));
    outbox.add(6, entry_of(2, 4));
    outbox.add(5, entry_of(3, 6));
    outbox.add(5 + 1024, entry_of(4, 4));  // the same slot
    outbox.add(5, entry_of(5, 7));
    const Discoveries found = outbox.take();
    ASSERT_EQ(found.size(), 4u);
    EXPECT_EQ(found[0].entry.depth, 6);
    EXPECT_EQ(found[2].key, 5u + 1024);
    EXPECT_EQ(found[3].entry.value, Score(5));
    EXPECT_TRUE(outbox.take().empty());
}

TEST(Outbox, ItHoldsNoMoreThanItMay) {
    Outbox outbox(3);
    for (Key key = 0; key < 10; ++key) outbox.add(key, entry_of(1, 4));
    EXPECT_EQ(outbox.take().size(), 3u);
    outbox.add(9, entry_of(1, 4));
    EXPECT_EQ(outbox.take().size(), 1u);
}

// A clock that the test sets, and a channel that it reads.
struct Desk : Pace, Channel {
    Time now{0};
    std::vector<Discoveries> sent;
    Discoveries coming;

    Time reach(std::uint64_t) override { return now; }
    void send(Discoveries discoveries) override { sent.push_back(std::move(discoveries)); }
    Discoveries receive() override { return std::exchange(coming, {}); }
};

TEST(SharingCompanion, DiscoveriesGoOutInBatches) {
    Desk desk;
    Table table(1);
    SharingCompanion companion(1, {.depth = 5, .interval = 20ms}, desk, desk);
    EXPECT_EQ(companion.deep_enough(), 5);
    companion.on_pause(table, 0);
    EXPECT_TRUE(desk.sent.empty()) << "there was nothing";
    companion.on_entry(1, entry_of(10, 5));
    desk.now = 19ms;
    companion.on_pause(table, 100);
    EXPECT_TRUE(desk.sent.empty()) << "too early";
    companion.on_entry(2, entry_of(20, 6));
    desk.now = 20ms;
    companion.on_pause(table, 200);
    ASSERT_EQ(desk.sent.size(), 1u);
    EXPECT_EQ(desk.sent[0].size(), 2u);
}

TEST(SharingCompanion, WhatOthersFoundIsKnownFromThenOn) {
    Desk desk;
    Table table(1);
    SharingCompanion companion(0, {}, desk, desk);
    table.store(7, 3, entry_of(50, 9));
    desk.coming = {{7, entry_of(-50, 8)}, {8, entry_of(80, 6)}};
    companion.on_pause(table, 0);
    TableEntry known;
    ASSERT_TRUE(table.probe(8, 0, known));
    EXPECT_EQ(known.value, Score(80));
    ASSERT_TRUE(table.probe(7, 0, known));
    EXPECT_EQ(known.value, Score(50)) << "our own was deeper";
}

}  // namespace
}  // namespace rookery::colony
