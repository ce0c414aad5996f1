#include "colony/share_batch.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace rookery::colony {
namespace {

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
