#include "training/packed_position.h"

#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery::training {
namespace {

using test::position_of;

void expect_same_after_packing(const Position& position) {
    const auto again = unpacked(packed(position));
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(*again, position);
}

TEST(PackedPosition, KeepsEverything) {
    for (const char* fen : {
             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
             "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
             "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 17 300",
             "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 99 9999",
             "8/8/8/8/8/2k5/8/K7 b - - 150 77",
             "NNNNNNNN/NN6/8/8/8/8/6k1/K7 w - - 0 1",
         })
        expect_same_after_packing(position_of(fen));
}

TEST(PackedPosition, KeepsRandomPositions) {
    Random random(1);
    for (int i = 0; i < 2000; ++i)
        expect_same_after_packing(
            test::random_position(random, static_cast<int>(random.below(150))));
}

TEST(PackedPosition, RefusesWhatIsNoPosition) {
    EXPECT_FALSE(unpacked(PackedPosition{}).has_value());  // no kings
    Random random(2);
    for (int i = 0; i < 20000; ++i) {
        PackedPosition bytes = packed(test::random_position(random, 40));
        bytes[static_cast<std::size_t>(random.below(28))] ^=
            static_cast<std::uint8_t>(1 << random.below(8));
        if (const auto position = unpacked(bytes)) {
            EXPECT_TRUE(position->is_consistent());
        }
    }
}

}  // namespace
}  // namespace rookery::training
