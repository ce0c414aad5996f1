#include "lab/traps.h"

#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery::lab {
namespace {

using test::position_of;

// 1.f3 e5, and White to move: 2.g4 allows the shortest of all mates.
constexpr const char* before_fools_mate =
    "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";

TEST(MateSolver, FoolsMate) {
    const Position position = position_of(before_fools_mate);
    EXPECT_TRUE(can_mate_within(position.after(Move(Square::G2, Square::G4)), 1));
    EXPECT_FALSE(can_mate_within(position.after(Move(Square::E2, Square::E4)), 2));
    EXPECT_FALSE(is_mated_within(position, 2));
}

TEST(MateSolver, CountsTheMovesOfTheMatingSide) {
    // The king steps up, the king steps back, the rook mates.
    const Position in_two = position_of("7k/8/5K2/8/8/8/8/R7 w - - 0 1");
    EXPECT_FALSE(can_mate_within(in_two, 0));
    EXPECT_FALSE(can_mate_within(in_two, 1));
    EXPECT_TRUE(can_mate_within(in_two, 2));
    EXPECT_TRUE(can_mate_within(in_two, 3));
    EXPECT_TRUE(can_mate_within(position_of("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), 1));
}

TEST(MateSolver, MatedNowNeedsNoMoreMoves) {
    EXPECT_TRUE(is_mated_within(position_of("4R1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), 0));
    EXPECT_FALSE(is_mated_within(position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 2)) << "stalemate";
}

TEST(MateSolver, AQuietFirstMoveIsFound) {
    // No check mates in two, Kb6 does: every answer but a8b8 is impossible, and then the rook
    // mates.
    const Position position = position_of("k7/8/2K5/8/8/8/8/7R w - - 0 1");
    EXPECT_FALSE(can_mate_within(position, 1));
    EXPECT_TRUE(can_mate_within(position, 2));
}

TEST(MateSolver, OneDefenceIsEnough) {
    // A flight square for the king: the back-rank mate is none.
    EXPECT_TRUE(can_mate_within(position_of("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"), 1));
    EXPECT_FALSE(can_mate_within(position_of("6k1/5pp1/7p/8/8/8/8/4R1K1 w - - 0 1"), 2));
}

}  // namespace
}  // namespace rookery::lab
