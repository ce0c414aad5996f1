#include "terminal/board_view.h"

#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

char sign(std::string_view fen, Square square) {
    const Position position = test::position_of(fen);
    return safety_sign(position, safety_of(position), square);
}

TEST(Safety, AttackedAndDefended) {
    constexpr std::string_view fen = "4k3/8/2p5/3n4/4P3/8/8/4K2B w - - 0 1";
    EXPECT_EQ(sign(fen, Square::D5), '*');  // the pawn on e4 attacks it, the one on c6 defends it
    EXPECT_EQ(sign(fen, Square::C6), '-');
    EXPECT_EQ(sign(fen, Square::E4), ' ');  // by the bishop
    EXPECT_EQ(sign(fen, Square::H1), '-');
    EXPECT_EQ(sign(fen, Square::A1), ' ');  // nothing there
}

TEST(Safety, APinnedPieceNeitherTakesNorDefends) {
    constexpr std::string_view fen = "4r1k1/8/8/8/8/2p5/4N3/4K3 w - - 0 1";
    EXPECT_EQ(sign(fen, Square::C3), '-');  // the knight on e2 may not leave the file
    EXPECT_EQ(sign(fen, Square::E2), '*');  // and is held by its king
}

TEST(Safety, AKingTakesOnlyWhatNobodyDefends) {
    EXPECT_EQ(sign("7k/8/8/8/8/8/3q4/4K3 w - - 0 1", Square::D2), '!');
    EXPECT_EQ(sign("7k/8/8/8/8/2p5/3q4/4K3 w - - 0 1", Square::D2), ' ');
}

TEST(Safety, AKingDefendsOnlyAgainstOne) {
    EXPECT_EQ(sign("3r3k/8/8/8/8/8/3N4/4K3 w - - 0 1", Square::D2), '*');
    EXPECT_EQ(sign("3r3k/8/8/8/1b6/8/3N4/3K4 w - - 0 1", Square::D2), '!');
}

}  // namespace
}  // namespace rookery
