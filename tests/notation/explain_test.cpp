#include "notation/explain.h"

#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/names.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using test::position_of;

std::string why(const char* fen, const char* move) {
    const std::string_view text(move);
    return explain_illegal(position_of(fen), parse_square(text.substr(0, 2)),
                           parse_square(text.substr(2)));
}

constexpr const char* start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST(Explain, PiecesOfTheOtherSide) {
    EXPECT_EQ(why(start, "e4e5"), "there is no piece on e4");
    EXPECT_EQ(why(start, "g8f6"), "the knight on g8 is your opponent's");
    EXPECT_EQ(why(start, "e2e2"), "a move must leave its square");
    EXPECT_EQ(why(start, "d1d2"), "your own pawn stands on d2");
    EXPECT_EQ(why(start, "e2e4"), "");
}

TEST(Explain, HowPiecesMove) {
    EXPECT_EQ(why(start, "g1g3"), "a knight does not move like that");
    EXPECT_EQ(why(start, "c1c3"), "a bishop does not move like that");
    EXPECT_EQ(why(start, "c1e3"), "the way is blocked by the pawn on d2");
    EXPECT_EQ(why(start, "d1d5"), "the way is blocked by the pawn on d2");
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/R2nK3 w - - 0 1", "a1h8"), "a rook does not move like that");
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e3"), "a king does not move like that");
    EXPECT_EQ(why("R3k3/8/8/8/8/8/8/4K3 b - - 0 1", "a8a1"), "the rook on a8 is your opponent's");
    EXPECT_EQ(why("4k3/8/8/8/8/p7/8/R3K3 w - - 0 1", "a1a5"),
              "the way is blocked by the pawn on a3");
}

TEST(Explain, Pawns) {
    EXPECT_EQ(why(start, "e2d3"),
              "there is nothing on d3 to capture, and a pawn moves diagonally only to capture");
    EXPECT_EQ(why(start, "e2e5"), "a pawn does not move like that");
    EXPECT_EQ(why("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5"),
              "a pawn moves two squares only from where it started");
    EXPECT_EQ(why("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4"),
              "the way is blocked by the pawn on e3");
    EXPECT_EQ(why("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e3"),
              "the way is blocked by the knight on e3: a pawn captures diagonally");
    EXPECT_EQ(why("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e3"), "a pawn does not move like that");
    EXPECT_NE(
        why("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "e5d6").find("has not just moved two squares"),
        std::string::npos);
    // Two pawns could take en passant; the pinned one may not.
    EXPECT_EQ(why("4r1k1/8/8/3PpP2/8/8/8/4K3 w - e6 0 2", "d5e6"), "");
    EXPECT_EQ(why("2r3k1/8/8/1PpP4/2K5/8/8/8 w - c6 0 2", "b5c6"), "");
    EXPECT_EQ(
        why("k6b/8/8/3pPp2/3K4/8/8/8 w - f6 0 2", "e5d6"),
        "capturing en passant on d6 is not possible: either the pawn on d5 has not just moved "
        "two squares, or the king would be left in check");
}

TEST(Explain, Pins) {
    EXPECT_EQ(why("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "c3d5"),
              "the knight on c3 is pinned to the king by the bishop on b4");
    EXPECT_EQ(why("4r1k1/8/8/8/4R3/8/8/4K3 w - - 0 1", "e4d4"),
              "the rook on e4 is pinned to the king by the rook on e8");
    EXPECT_EQ(why("4r1k1/8/8/8/4R3/8/8/4K3 w - - 0 1", "e4e8"), "");
}

TEST(Explain, Checks) {
    EXPECT_EQ(why("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "a1a2"),
              "the king is in check from the rook on e2, and this move does not stop it");
    EXPECT_EQ(
        why("4k3/8/8/8/4r3/5n2/8/R3K3 w - - 0 1", "a1a2"),
        "the king is in check from the knight on f3 and the rook on e4: only the king can move");
    EXPECT_EQ(why("8/8/4k3/8/8/8/8/K3R3 b - - 0 1", "e6e7"),
              "the king cannot go there: e7 is attacked by the rook on e1");
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "e1f1"),
              "the king cannot go there: f1 is attacked by the rook on a1");
}

TEST(Explain, Castling) {
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1"),
              "the right to castle kingside is lost");
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1h1"),
              "the right to castle kingside is lost");
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1"),
              "castling queenside is blocked by the knight on b1");
    EXPECT_EQ(why("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"),
              "the king cannot pass through check: f1 is attacked by the rook on f8");
    EXPECT_EQ(why("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"),
              "the king would castle into check: g1 is attacked by the rook on g8");
    EXPECT_EQ(why("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "e1g1"),
              "the king cannot castle out of check, which the rook on e2 gives");
    EXPECT_EQ(why("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"), "");
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/qRK5 w Q - 0 1", "c1b1"),
              "castling would uncover the king to a piece behind the rook");
    // Beside the rook that may castle another one is just in the way.
    EXPECT_EQ(why("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "e1h1"), "your own rook stands on h1");
}

TEST(Explain, GivesAReasonExactlyWhereThereIsNoMove) {
    Random random(23);
    for (int i = 0; i < 150; ++i) {
        const Position position =
            i % 2 == 0 ? test::random_position(random, 120) : test::random_placement(random, 14);
        for (int a = 0; a < 64; ++a) {
            for (int b = 0; b < 64; ++b) {
                const Square from = square_at(a);
                const Square to = square_at(b);
                const bool possible = find_move(position, from, to, PieceType::None) ||
                                      find_move(position, from, to, PieceType::Queen);
                ASSERT_EQ(explain_illegal(position, from, to).empty(), possible)
                    << to_fen(position) << ' ' << square_name(from) << square_name(to);
            }
        }
    }
}

}  // namespace
}  // namespace rookery
