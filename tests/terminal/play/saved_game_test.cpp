#include "terminal/play/saved_game.h"

#include "support/chess_helpers.h"
#include "terminal/play/play_setup.h"
#include "terminal/play/play_table.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using namespace std::chrono_literals;

TEST(SavedGame, ComesBackWithPlayersAndClocks) {
    const PlayTable::Instant start{};
    PlayTable table(Game(test::position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")),
                    arena::parse_time_control("300+2").value(), start);
    table.play(Move(Square::E2, Square::E4), start + 10s);
    table.play(Move(Square::E8, Square::E7), start + 30s);
    ByColor<Seat> seats;
    seats[Color::White] = {"You", "person", nullptr};
    seats[Color::Black] = {"Rookery level 2", "pvs,Level=2,Seed=7", nullptr};
    const auto saved = saved_game_from(to_saved_text(table, seats));
    ASSERT_TRUE(saved) << saved.error();
    EXPECT_EQ(saved->game.moves(), table.game().moves());
    EXPECT_EQ(saved->names[Color::Black], "Rookery level 2");
    EXPECT_EQ(saved->specs[Color::White], "person");
    EXPECT_EQ(saved->specs[Color::Black], "pvs,Level=2,Seed=7");
    EXPECT_EQ(arena::parse_time_control(saved->control).value(), table.control());
    EXPECT_EQ(saved->left[Color::White], 292s);
    EXPECT_EQ(saved->left[Color::Black], 282s);

    PlayTable again(saved->game, table.control(), start);
    again.set_clock(Color::Black, *saved->left[Color::Black]);
    EXPECT_EQ(again.left(Color::Black, start), 282s);
}

TEST(SavedGame, SaysWhatIsWrong) {
    EXPECT_EQ(saved_game_from("").error(), "there is no game in it");
    const auto bad = saved_game_from("1. e4 e5 2. Ke3 *");
    ASSERT_FALSE(bad);
    EXPECT_NE(bad.error().find("game 1"), std::string::npos);
    const auto pass = saved_game_from("1. e4 -- 2. d4 *");
    ASSERT_FALSE(pass);
    const auto foreign = saved_game_from("[White \"A\"]\n\n1. e4 *");
    ASSERT_TRUE(foreign);
    EXPECT_EQ(foreign->specs[Color::White], "");
}

TEST(PlayTable, TimeIsLostToABareKingAsADraw) {
    const PlayTable::Instant start{};
    const auto control = arena::parse_time_control("10").value();
    PlayTable drawn(Game(test::position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")), control, start);
    drawn.look_at_clock(start + 9s);
    EXPECT_FALSE(drawn.is_over());
    drawn.look_at_clock(start + 11s);
    EXPECT_EQ(drawn.result(), GameResult::Draw);
    PlayTable lost(Game(), control, start);
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

TEST(PlaySetup, ThreeTimesEnterBeginsAnEasyGame) {
    PlaySetup setup(std::nullopt);
    for (int i = 0; i < 3; ++i) {
        EXPECT_FALSE(setup.done());
        EXPECT_EQ(setup.answer(""), "");
    }
    ASSERT_TRUE(setup.done());
    EXPECT_EQ(setup.request().side, PlayRequest::Side::White);
    EXPECT_EQ(setup.request().level, 1);
    EXPECT_TRUE(setup.request().clock.empty());
}

TEST(PlaySetup, AsksAgainUntilItUnderstands) {
    PlaySetup setup("an unfinished game");
    EXPECT_NE(setup.prompt().find("an unfinished game"), std::string::npos);
    EXPECT_NE(setup.answer("maybe"), "");
    EXPECT_EQ(setup.answer("n"), "");
    EXPECT_NE(setup.answer("green"), "");
    EXPECT_EQ(setup.answer("B"), "");
    for (const char* level : {"11", "-1", "2.5", "hard", "1e9"})
        EXPECT_NE(setup.answer(level), "") << level;
    EXPECT_EQ(setup.answer("4"), "");
    for (const char* clock : {"0", "-5", "x", "5+", "5+x", "99999999"})
        EXPECT_NE(setup.answer(clock), "") << clock;
    EXPECT_EQ(setup.answer("5+3"), "");
    ASSERT_TRUE(setup.done());
    EXPECT_EQ(setup.request().side, PlayRequest::Side::Black);
    EXPECT_EQ(setup.request().level, 4);
    EXPECT_EQ(clock_meant(setup.request().clock), "300.000+3.000");
}

TEST(PlaySetup, CanBeLeft) {
    PlaySetup setup("an unfinished game");
    EXPECT_EQ(setup.answer("quit"), "");
    EXPECT_TRUE(setup.done());
    EXPECT_TRUE(setup.request().quit);
    PlaySetup resumed("an unfinished game");
    EXPECT_EQ(resumed.answer(""), "");
    EXPECT_TRUE(resumed.done());
    EXPECT_TRUE(resumed.request().resume);
}

}  // namespace
}  // namespace rookery
