#include "terminal/play/spoken.h"

#include "notation/san.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using test::position_of;

TEST(Spoken, Moves) {
    const struct {
        const char* fen;
        const char* san;
        const char* spoken;
    } cases[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Nf3", "knight g1 to f3"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "pawn e5 takes pawn d6 en passant"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "castles kingside"},
        {"3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "castles queenside, check"},
        {"3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=Q",
         "pawn e7 takes rook d8, becomes a queen, check"},
        {"7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qg7", "queen g6 to g7, checkmate"},
        {"7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "Qf7", "queen f5 to f7, stalemate"},
    };
    for (const auto& one : cases) {
        const Position position = position_of(one.fen);
        const auto move = parse_san(position, one.san);
        ASSERT_TRUE(move) << one.san;
        EXPECT_EQ(spoken_move(position, *move), one.spoken);
    }
}

TEST(Spoken, Places) {
    const Position position = position_of("4k3/8/8/8/4P1n1/8/8/4K1N1 b - - 0 1");
    EXPECT_EQ(spoken_rank(position, Rank::R4), "Rank 4: white pawn e4, black knight g4.");
    EXPECT_EQ(spoken_rank(position, Rank::R5), "Rank 5 is empty.");
    EXPECT_EQ(spoken_file(position, File::G), "File g: white knight g1, black knight g4.");
    EXPECT_EQ(spoken_square(position, Square::E4), "e4: white pawn.");
    EXPECT_EQ(spoken_square(position, Square::E5), "e5 is empty.");
    EXPECT_EQ(spoken_pieces(position, PieceType::Knight), "White knight: g1. Black knight: g4.");
    EXPECT_EQ(spoken_pieces(position, PieceType::Queen), "No white queens. No black queens.");
    EXPECT_EQ(spoken_position(position),
              "White: king e1; knight g1; pawn e4.\nBlack: king e8; knight g4.\nBlack to move.");
}

}  // namespace
}  // namespace rookery
