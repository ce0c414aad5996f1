#include "terminal/board_view.h"

#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using test::position_of;
constexpr Style ascii{false, false};
constexpr Style unicode{true, false};
constexpr Style colored{true, true};

TEST(BoardView, DrawsAscii) {
    EXPECT_EQ(draw_board(Position::start(), {ascii}), "   +------------------------+\n"
                                                      " 8 | r  n  b  q  k  b  n  r |\n"
                                                      " 7 | p  p  p  p  p  p  p  p |\n"
                                                      " 6 | .  .  .  .  .  .  .  . |\n"
                                                      " 5 | .  .  .  .  .  .  .  . |\n"
                                                      " 4 | .  .  .  .  .  .  .  . |\n"
                                                      " 3 | .  .  .  .  .  .  .  . |\n"
                                                      " 2 | P  P  P  P  P  P  P  P |\n"
                                                      " 1 | R  N  B  Q  K  B  N  R |\n"
                                                      "   +------------------------+\n"
                                                      "     a  b  c  d  e  f  g  h\n");
}

TEST(BoardView, DrawsUnicodeFromBlacksSideWithTheLastMove) {
    const Position position = Position::start().after({Square::E2, Square::E4});
    EXPECT_EQ(draw_board(position, {unicode, Color::Black, {Square::E2, Square::E4}}),
              "   ┌────────────────────────┐\n"
              " 1 │ ♖  ♘  ♗  ♔  ♕  ♗  ♘  ♖ │\n"
              " 2 │ ♙  ♙  ♙ [·] ♙  ♙  ♙  ♙ │\n"
              " 3 │ ·  ·  ·  ·  ·  ·  ·  · │\n"
              " 4 │ ·  ·  · [♙] ·  ·  ·  · │\n"
              " 5 │ ·  ·  ·  ·  ·  ·  ·  · │\n"
              " 6 │ ·  ·  ·  ·  ·  ·  ·  · │\n"
              " 7 │ ♟  ♟  ♟  ♟  ♟  ♟  ♟  ♟ │\n"
              " 8 │ ♜  ♞  ♝  ♚  ♛  ♝  ♞  ♜ │\n"
              "   └────────────────────────┘\n"
              "     h  g  f  e  d  c  b  a\n");
}

TEST(BoardView, MarksWhereTheKingCastledTo) {
    const Move castling{Square::E1, Square::H1, MoveKind::Castling};
    const Position position = position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1").after(castling);
    const std::string text = draw_board(position, {ascii, Color::White, castling});
    EXPECT_NE(text.find(" 1 | .  .  .  . [.] R [K] . |\n"), std::string::npos) << text;
}

TEST(BoardView, ColorsSquaresAndPieces) {
    const std::string text = draw_board(Position::start(), {colored});
    // a8 is light and its rook black; a1 is dark and its rook white.
    EXPECT_EQ(text.rfind(" 8  \x1b[48;5;137;38;5;16m ♜ \x1b[48;5;94;38;5;16m ♞ ", 0), 0u);
    EXPECT_NE(text.find(" 1  \x1b[48;5;94;38;5;231m ♜ "), std::string::npos);
    // Every row puts the terminal back as it was.
    std::size_t resets = 0;
    for (std::size_t at = text.find("\x1b[0m\n"); at != std::string::npos;
         at = text.find("\x1b[0m\n", at + 1))
        ++resets;
    EXPECT_EQ(resets, 8u);
}

TEST(BoardView, ColorsTheCheckedKing) {
    const std::string text = draw_board(position_of("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), {colored});
    EXPECT_NE(text.find("\x1b[48;5;131;38;5;231m ♚ "), std::string::npos);
}

TEST(BoardView, IsNarrow) {
    for (Style style : {ascii, unicode}) {
        const std::string text = draw_board(Position::start(), {style});
        std::size_t width = 0;
        for (char c : text) {
            width = c == '\n' ? 0 : width + ((static_cast<unsigned char>(c) & 0xC0) != 0x80);
            EXPECT_LE(width, 40u);
        }
    }
}

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

TEST(Safety, AKingTakesOnlyUndefendedPieces) {
    EXPECT_EQ(sign("7k/8/8/8/8/8/3q4/4K3 w - - 0 1", Square::D2), '!');
    EXPECT_EQ(sign("7k/8/8/8/8/2p5/3q4/4K3 w - - 0 1", Square::D2), ' ');
}

TEST(Safety, AKingDefendsOnlyAgainstOne) {
    EXPECT_EQ(sign("3r3k/8/8/8/8/8/3N4/4K3 w - - 0 1", Square::D2), '*');
    EXPECT_EQ(sign("3r3k/8/8/8/1b6/8/3N4/3K4 w - - 0 1", Square::D2), '!');
}

}  // namespace
}  // namespace rookery
