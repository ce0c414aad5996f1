#include "terminal/play/timed_game.h"

#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using namespace std::chrono_literals;

TEST(TimedGame, TimeIsLostToABareKingAsADraw) {
    const TimedGame::Instant start{};
    const auto control = arena::parse_time_control("10").value();
    TimedGame drawn(Game(test::position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")), control, start);
    drawn.check_clock(start + 9s);
    EXPECT_FALSE(drawn.is_over());
    drawn.check_clock(start + 11s);
    EXPECT_EQ(drawn.result(), GameResult::Draw);
    TimedGame lost(Game(), control, start);
    lost.play(Move(Square::E2, Square::E4), start + 11s);
    EXPECT_EQ(lost.result(), GameResult::BlackWins);
    EXPECT_EQ(lost.game().plies(), 0u);
}

TEST(CapturedPieces, AreCountedFromTheMoves) {
    Game game;
    for (const Move move :
         {Move(Square::E2, Square::E4), Move(Square::D7, Square::D5), Move(Square::E4, Square::D5),
          Move(Square::D8, Square::D5), Move(Square::B1, Square::C3), Move(Square::D5, Square::A2),
          Move(Square::A1, Square::A2)})
        ASSERT_TRUE(game.play(move));
    const CapturedPieces pieces = captured_pieces(game);
    EXPECT_EQ(pieces.taken[Color::White], (std::vector{PieceType::Queen, PieceType::Pawn}));
    EXPECT_EQ(pieces.taken[Color::Black], (std::vector{PieceType::Pawn, PieceType::Pawn}));
    EXPECT_EQ(pieces.lead, 8);
}

TEST(ClockText, AsPeopleReadIt) {
    EXPECT_EQ(clock_text(5min + 3s), "5:03");
    EXPECT_EQ(clock_text(1h + 2min + 3s + 900ms), "1:02:03");
    EXPECT_EQ(clock_text(7s + 480ms), "0:07.4");
    EXPECT_EQ(clock_text(0s), "0:00.0");
}

}  // namespace
}  // namespace rookery
