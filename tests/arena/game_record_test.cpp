#include "arena/game/game_record.h"

#include "arena/store_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <limits>

namespace rookery::arena {
namespace {

std::vector<MoveRecord> any_moves() {
    const auto number = rc::gen::arbitrary<std::int64_t>();
    std::vector<MoveRecord> moves(*rc::gen::inRange<std::size_t>(0, 20));
    for (MoveRecord& move : moves) {
        move.move = Move::from_code(*rc::gen::arbitrary<std::uint16_t>());
        if (*rc::gen::arbitrary<bool>()) {
            EngineScore score;
            score.kind = *rc::gen::element(EngineScore::Kind::Centipawns, EngineScore::Kind::Mate);
            score.bound = *rc::gen::element(EngineScore::Bound::Exact, EngineScore::Bound::Lower,
                                            EngineScore::Bound::Upper);
            score.value =
                *rc::gen::element(*rc::gen::arbitrary<int>(), 0, -1,
                                  std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
            move.score = score;
        }
        move.depth = *rc::gen::arbitrary<int>();
        move.selective_depth = *rc::gen::arbitrary<int>();
        move.nodes = *rc::gen::element(*rc::gen::arbitrary<std::uint64_t>(),
                                       std::numeric_limits<std::uint64_t>::max());
        move.spent = Duration(*rc::gen::element(*number, std::numeric_limits<std::int64_t>::min(),
                                                std::numeric_limits<std::int64_t>::max()));
        if (*rc::gen::arbitrary<bool>()) move.clock_left = Duration(*number);
    }
    return moves;
}

TEST(MoveBlob, DecodingUndoesEncoding) {
    EXPECT_TRUE(rc::check([] {
        const std::vector<MoveRecord> moves = any_moves();
        const std::string blob = encode_moves(moves);
        const auto decoded = decode_moves(blob);
        RC_ASSERT(decoded.ok());
        RC_ASSERT(test::same_moves(*decoded, moves));
        // A blob that is cut short or too long is refused.
        const auto cut = *rc::gen::inRange<std::size_t>(0, blob.size());
        RC_ASSERT(!decode_moves(std::string_view(blob).substr(0, cut)).ok());
        RC_ASSERT(!decode_moves(blob + '\0').ok());
    }));
}

TEST(MoveBlob, AnyBytesAreReadOrRefused) {
    EXPECT_TRUE(rc::check([](std::string bytes) {
        bytes.insert(0, 1, '\1');
        // Moves that were read need not be written with the same bytes, but they must mean the
        // same.
        if (const auto moves = decode_moves(bytes))
            RC_ASSERT(test::same_moves(*decode_moves(encode_moves(*moves)), *moves));
    }));
}

TEST(MoveBlob, TheFormIsFixed) {
    MoveRecord move;
    move.move = Move(Square::E2, Square::E4);
    move.score = EngineScore{EngineScore::Kind::Centipawns, -35, EngineScore::Bound::Lower};
    move.depth = 12;
    move.selective_depth = 0;
    move.nodes = 300;
    move.spent = Duration(1);
    move.clock_left = Duration(-1);
    const unsigned char expected[] = {1, 1, 0x0C, 0x07, 1 | 4 | 16, 69, 24, 0, 0xAC, 0x02, 2, 1};
    EXPECT_EQ(encode_moves({move}),
              std::string(reinterpret_cast<const char*>(expected), sizeof expected));
    EXPECT_EQ(encode_moves({}), std::string("\1\0", 2));
}

TEST(MoveBlob, Refusals) {
    EXPECT_EQ(decode_moves("").error(), "the moves are missing");
    EXPECT_EQ(decode_moves("\2").error(), "the moves are written in an unknown form (2)");
    EXPECT_EQ(decode_moves("\1\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F").error(),
              "the moves are cut short");
    EXPECT_EQ(decode_moves(std::string("\1\1\1\1\xFF\0\0\0\0", 9)).error(),
              "the moves are damaged");
}

TEST(Failures, AreTheFaultOfThePlayer) {
    EXPECT_TRUE(is_failure(Termination::TimeForfeit));
    EXPECT_TRUE(is_failure(Termination::Crashed));
    EXPECT_FALSE(is_failure(Termination::Checkmate));
    EXPECT_FALSE(is_failure(Termination::AdjudicatedWin));
    EXPECT_STREQ(describe(Termination::Repetition), "threefold repetition");
    EXPECT_STREQ(describe(Trouble::Stalled), "no answer");
}

}  // namespace
}  // namespace rookery::arena
