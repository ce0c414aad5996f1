#include "colony/sharing.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;

TranspositionEntry entry_of(int value, int depth) {
    TranspositionEntry entry;
    entry.value = Score(value);
    entry.evaluation = Score(0);
    entry.depth = depth;
    entry.bound = Bound::Exact;
    return entry;
}

TEST(Outbox, KeepsTheLastEntryOfAPosition) {
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

TEST(SharingCompanion, SharesTheDeepestEntries) {
    Desk runner;
    TranspositionTable table(1);
    SharingCompanion companion(0, {.entries_per_second = 1'000, .interval = 20ms}, runner, runner);
    Key key = 0;
    const auto told = [&](int count) {
        runner.sent.clear();
        for (int i = 0; i < count; ++i) companion.on_entry(++key, entry_of(1, 1 + i % 8));
        runner.now += 20ms;
        companion.on_pause(table, 0);
        std::vector<int> depths;
        for (const Discoveries& batch : runner.sent)
            for (const Discovery& one : batch) depths.push_back(one.entry.depth);
        return depths;
    };
    for (int batch = 0; batch < 20; ++batch) EXPECT_LE(told(80).size(), 20u);
    const std::vector<int> of_many = told(80);
    ASSERT_FALSE(of_many.empty());
    EXPECT_GE(std::ranges::min(of_many), 6);
    for (int batch = 0; batch < 20; ++batch) (void)told(8);
    EXPECT_EQ(std::ranges::min(told(8)), 1) << "there is room for all again";
}

TEST(SharingCompanion, ManyMembersTellLessEach) {
    std::uint64_t before = ~std::uint64_t{0};
    for (const std::size_t members : {2u, 4u, 8u, 16u, 64u}) {
        const SharingSettings settings = sharing_among(members);
        EXPECT_LE(settings.entries_per_second, before);
        EXPECT_LE(settings.entries_per_second * (members - 1), 60'000u);
        EXPECT_GE(settings.most_at_once(), 16u);
        before = settings.entries_per_second;
    }
}

TEST(SharingCompanion, DiscoveriesGoOutInBatches) {
    Desk runner;
    TranspositionTable table(1);
    SharingCompanion companion(1, {.interval = 20ms}, runner, runner);
    companion.on_pause(table, 0);
    EXPECT_TRUE(runner.sent.empty()) << "there was nothing";
    companion.on_entry(1, entry_of(10, 5));
    runner.now = 19ms;
    companion.on_pause(table, 100);
    EXPECT_TRUE(runner.sent.empty()) << "too early";
    companion.on_entry(2, entry_of(20, 6));
    runner.now = 20ms;
    companion.on_pause(table, 200);
    ASSERT_EQ(runner.sent.size(), 1u);
    EXPECT_EQ(runner.sent[0].size(), 2u);
}

TEST(SharingCompanion, ReceivedEntriesAreInTheTable) {
    Desk runner;
    TranspositionTable table(1);
    SharingCompanion companion(0, {}, runner, runner);
    table.store(7, 3, entry_of(50, 9));
    runner.coming = {{7, entry_of(-50, 8)}, {8, entry_of(80, 6)}};
    companion.on_pause(table, 0);
    TranspositionEntry known;
    ASSERT_TRUE(table.probe(8, 0, known));
    EXPECT_EQ(known.value, Score(80));
    ASSERT_TRUE(table.probe(7, 0, known));
    EXPECT_EQ(known.value, Score(50)) << "our own was deeper";
}

const Move shared_move = Move::from_code(0x0123);

CandidatePv candidate(int depth, int score) { return {depth, Score(score), {shared_move}}; }

TEST(CandidatePvs, DeeperCandidateWithNoLowerScoreIsBetter) {
    const CandidatePv own = candidate(10, 20);
    EXPECT_EQ(more_convincing(own, {}), nullptr);
    const std::vector<CandidatePv> others = {candidate(10, 90), candidate(12, 19),
                                             candidate(11, 20), candidate(13, 25),
                                             candidate(12, 30)};
    EXPECT_EQ(more_convincing(own, others), &others[3]);
    EXPECT_EQ(more_convincing(own, std::span(others).first(2)), nullptr)
        << "no deeper, or less claimed";
    EXPECT_EQ(more_convincing(own, std::span(others).first(3)), &others[2]);
}

TEST(CandidatePvs, BetterMateCountsAtAnyDepth) {
    const std::vector<CandidatePv> others = {{6, Score::mate_in(5), {shared_move}},
                                             {5, Score::mate_in(3), {shared_move}}};
    EXPECT_EQ(more_convincing(candidate(10, 300), others), &others[1]);
    const std::vector<CandidatePv> lost = {{20, Score::mated_in(4), {shared_move}}};
    EXPECT_EQ(more_convincing(candidate(10, 300), lost), nullptr);
}

TEST(CandidatePvs, CandidateNeedsALine) {
    const std::vector<CandidatePv> others = {{30, Score(500), {}}};
    EXPECT_EQ(more_convincing(candidate(10, 0), others), nullptr);
}

TEST(CandidatePvs, OnlyAFinishedIterationIsAVoice) {
    LineReport report;
    report.depth = 7;
    report.moves = {shared_move};
    EXPECT_TRUE(candidate_of(report));
    report.bound = LineReport::Bound::Upper;
    EXPECT_FALSE(candidate_of(report));
    report.bound = LineReport::Bound::Exact;
    report.line = 2;
    EXPECT_FALSE(candidate_of(report));
    report.line = 1;
    report.moves.clear();
    EXPECT_FALSE(candidate_of(report));
}

Discovery some_discovery() {
    Discovery discovery{0x0123456789ABCDEF, {}};
    discovery.entry.move = Move(Square::E2, Square::E4);
    discovery.entry.value = Score::mated_in(7);
    discovery.entry.evaluation = TranspositionTable::no_evaluation;
    discovery.entry.depth = 17;
    discovery.entry.bound = Bound::Lower;
    discovery.entry.on_pv = true;
    return discovery;
}

TEST(ShareBatch, SurvivesWritingAndReading) {
    Discovery other = some_discovery();
    other.key = 5;
    other.entry.value = other.entry.evaluation = Score(-123);
    other.entry.on_pv = false;
    const std::string bytes = to_bytes(42, {some_discovery(), other});
    EXPECT_EQ(bytes.size(), 12u + 2 * 16);
    const auto batch = parse_share_batch(bytes);
    ASSERT_TRUE(batch) << batch.error();
    EXPECT_EQ(batch->search, 42u);
    ASSERT_EQ(batch->discoveries.size(), 2u);
    const Discovery& first = batch->discoveries[0];
    EXPECT_EQ(first.key, 0x0123456789ABCDEFu);
    EXPECT_EQ(first.entry.move, Move(Square::E2, Square::E4));
    EXPECT_EQ(first.entry.value, Score::mated_in(7));
    EXPECT_EQ(first.entry.evaluation, TranspositionTable::no_evaluation);
    EXPECT_EQ(first.entry.depth, 17);
    EXPECT_EQ(first.entry.bound, Bound::Lower);
    EXPECT_TRUE(first.entry.on_pv);
    EXPECT_EQ(batch->discoveries[1].entry.value, Score(-123));
    EXPECT_FALSE(batch->discoveries[1].entry.on_pv);
}

TEST(ShareBatch, InvalidBatchesAreRefused) {
    const std::string bytes = to_bytes(42, {some_discovery()});
    EXPECT_EQ(parse_share_batch("").error(), "it is no batch of entries");
    EXPECT_EQ(parse_share_batch("rks2" + bytes.substr(4)).error(), "it is no batch of entries");
    EXPECT_EQ(parse_share_batch(bytes + "x").error(), "its length does not fit");
    EXPECT_EQ(parse_share_batch(bytes + std::string(16 * most_discoveries_in_batch, 'x')).error(),
              "it is too long");
    const auto with_last_byte = [&](char last) {
        return parse_share_batch(bytes.substr(0, bytes.size() - 1) + last);
    };
    EXPECT_TRUE(with_last_byte(2));
    EXPECT_EQ(with_last_byte(0).error(), "it holds an entry that no search makes") << "no bound";
    EXPECT_EQ(with_last_byte(8 + 2).error(), "it holds an entry that no search makes")
        << "an unknown flag";
}

RC_GTEST_PROP(ShareBatch, AnyBytesDoNoHarm, (const std::string& bytes)) {
    (void)parse_share_batch(bytes);
    const auto batch = parse_share_batch(std::string("rks1") + bytes);
    if (!batch) return;
    for (const Discovery& discovery : batch->discoveries) {
        RC_ASSERT(discovery.entry.depth >= 0);
        RC_ASSERT(discovery.entry.bound != Bound::None);
    }
}

}  // namespace
}  // namespace rookery::colony
