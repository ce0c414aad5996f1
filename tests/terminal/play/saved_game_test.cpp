#include "terminal/play/saved_game.h"

#include "support/chess_helpers.h"
#include "terminal/play/play_setup.h"
#include "terminal/play/timed_game.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using namespace std::chrono_literals;

TEST(SavedGame, ComesBackWithPlayersAndClocks) {
    const TimedGame::Instant start{};
    TimedGame table(Game(test::position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")),
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

    TimedGame again(saved->game, table.control(), start);
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

}  // namespace
}  // namespace rookery
