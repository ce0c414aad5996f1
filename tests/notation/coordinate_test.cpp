#include "notation/coordinate.h"

#include "notation/fen.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using test::position_of;

std::string reason(const Position& position, std::string_view text) {
    const auto move = parse_coordinate(position, text);
    return move ? "accepted" : move.error().what;
}

TEST(Coordinate, ManyFormsMeanTheSameMove) {
    const Position position = Position::start();
    for (const char* text : {"e2e4", "e2-e4", "E2E4", "E2-e4", " e2e4\n", "e2xe4", "e2:e4"}) {
        const auto move = parse_coordinate(position, text);
        ASSERT_TRUE(move.ok()) << text;
        EXPECT_EQ(*move, Move(Square::E2, Square::E4)) << text;
    }
}

TEST(Coordinate, PromotionNamesThePiece) {
    const Position position = position_of("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(*parse_coordinate(position, "e7e8n"),
              Move(Square::E7, Square::E8, MoveKind::PromoteKnight));
    EXPECT_EQ(*parse_coordinate(position, "e7e8Q"),
              Move(Square::E7, Square::E8, MoveKind::PromoteQueen));
    EXPECT_EQ(*parse_coordinate(position, "e7-e8=r"),
              Move(Square::E7, Square::E8, MoveKind::PromoteRook));
    EXPECT_EQ(reason(position, "e7e8"), "the pawn is promoted on e8: add q, r, b or n");
    EXPECT_EQ(reason(position, "e7e8k"), "'e7e8k' is not a move like e2e4 or e7e8q");
    EXPECT_EQ(reason(position, "e1e2q"), "nothing is promoted by this move");
    EXPECT_EQ(to_coordinate(position, Move(Square::E7, Square::E8, MoveKind::PromoteBishop)),
              "e7e8b");
}

TEST(Coordinate, EnPassantIsFound) {
    const Position position = position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    EXPECT_EQ(*parse_coordinate(position, "e5d6"),
              Move(Square::E5, Square::D6, MoveKind::EnPassant));
}

TEST(Coordinate, OrdinaryCastlingInBothForms) {
    const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const Move kingside(Square::E1, Square::H1, MoveKind::Castling);
    const Move queenside(Square::E1, Square::A1, MoveKind::Castling);
    EXPECT_EQ(*parse_coordinate(position, "e1g1"), kingside);
    EXPECT_EQ(*parse_coordinate(position, "e1h1"), kingside);
    EXPECT_EQ(*parse_coordinate(position, "e1c1"), queenside);
    EXPECT_EQ(*parse_coordinate(position, "e1a1"), queenside);
    EXPECT_EQ(to_coordinate(position, kingside), "e1g1");
    EXPECT_EQ(to_coordinate(position, kingside, true), "e1h1");
    EXPECT_EQ(to_coordinate(position, queenside), "e1c1");
    EXPECT_EQ(to_coordinate(position, queenside, true), "e1a1");
}

TEST(Coordinate, InChess960AnOrdinaryStepOfTheKingIsNoCastling) {
    const Position position = position_of("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1");
    EXPECT_EQ(*parse_coordinate(position, "f1g1"), Move(Square::F1, Square::G1));
    EXPECT_EQ(*parse_coordinate(position, "f1h1"),
              Move(Square::F1, Square::H1, MoveKind::Castling));
    EXPECT_EQ(*parse_coordinate(position, "f1c1"),
              Move(Square::F1, Square::A1, MoveKind::Castling));
    // Written as king takes rook with and without the option.
    EXPECT_EQ(to_coordinate(position, Move(Square::F1, Square::H1, MoveKind::Castling)), "f1h1");
}

TEST(Coordinate, KingTakesRookBeatsTheKingsStepOfTheOtherWing) {
    // b1c1 is both the queenside goal of the king and its own kingside rook.
    const Position position = position_of("4k3/8/8/8/8/8/8/RKR5 w KQ - 0 1");
    EXPECT_EQ(*parse_coordinate(position, "b1c1"),
              Move(Square::B1, Square::C1, MoveKind::Castling));
    EXPECT_EQ(*parse_coordinate(position, "b1g1"),
              Move(Square::B1, Square::C1, MoveKind::Castling));
}

TEST(Coordinate, AKingThatStandsOnItsGoalCastlesByTakingItsRook) {
    const Position position = position_of("4k3/8/8/8/8/8/8/1RK5 w Q - 0 1");
    EXPECT_EQ(*parse_coordinate(position, "c1b1"),
              Move(Square::C1, Square::B1, MoveKind::Castling));
    EXPECT_EQ(reason(position, "c1c1"), "a move must leave its square");
}

TEST(Coordinate, UnreadableTextIsNamed) {
    const Position position = Position::start();
    for (const char* text :
         {"", "e2", "e2e", "e2e9", "i2i4", "e2e4qq", "e2e4=", "0000", "Nf3", "e2--e4"})
        EXPECT_NE(reason(position, text).find("is not a move like e2e4"), std::string::npos)
            << text;
    const auto refused = parse_coordinate(position, "  e2z4");
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().offset, 4u);
}

TEST(Coordinate, IllegalMovesSayWhy) {
    const Position position = Position::start();
    EXPECT_EQ(reason(position, "e4e5"), "there is no piece on e4");
    EXPECT_EQ(reason(position, "e7e5"), "the pawn on e7 is your opponent's");
    EXPECT_EQ(reason(position, "a1a3"), "the way is blocked by the pawn on a2");
}

TEST(Coordinate, TheEmptyMoveIsFourZeros) {
    EXPECT_EQ(to_coordinate(Position::start(), Move::none()), "0000");
}

TEST(Coordinate, EveryLegalMoveSurvivesTheRoundTrip) {
    Random random(22);
    for (int i = 0; i < 1500; ++i) {
        const Position position = test::random_position(random, 120);
        for (Move move : legal_moves(position)) {
            for (bool chess960 : {false, true}) {
                const std::string text = to_coordinate(position, move, chess960);
                const auto again = parse_coordinate(position, text);
                ASSERT_TRUE(again.ok()) << to_fen(position) << ' ' << text;
                ASSERT_EQ(*again, move) << to_fen(position) << ' ' << text;
            }
        }
    }
}

}  // namespace
}  // namespace rookery
