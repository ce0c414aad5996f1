#include "arena/players/engine_link.h"

#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery::arena {
namespace {

TEST(Conversation, KeepsTheBeginningAndTheEnd) {
    Conversation talk;
    for (int i = 0; i < 1000; ++i)
        talk.add(i % 2 == 0 ? Conversation::From::Us : Conversation::From::Player,
                 "line " + std::to_string(i) + "\n");
    const std::string text = talk.text();
    EXPECT_NE(text.find("> line 0\n"), std::string::npos);
    EXPECT_NE(text.find("< line 199\n"), std::string::npos);
    EXPECT_NE(text.find("[400 lines left out]"), std::string::npos);
    EXPECT_EQ(text.find("line 200\n"), std::string::npos);
    EXPECT_EQ(text.find("line 599\n"), std::string::npos);
    EXPECT_NE(text.find("> line 600\n"), std::string::npos);
    EXPECT_NE(text.find("< line 999\n"), std::string::npos);
    EXPECT_EQ(talk.last_of_player(2), "line 997 | line 999");
    talk.clear();
    EXPECT_EQ(talk.text(), "");
    EXPECT_EQ(talk.last_of_player(2), "");
}

TEST(Conversation, ShortensLinesInTheMiddle) {
    Conversation talk;
    talk.add(Conversation::From::Us, "begin " + std::string(5000, 'x') + " end");
    EXPECT_LT(talk.text().size(), 1200U);
    EXPECT_NE(talk.text().find("bytes left out"), std::string::npos);
    EXPECT_NE(talk.text().find(" end\n"), std::string::npos);
}

TEST(LineCheck, FindsTheEndOfTheGame) {
    const Game start;
    EXPECT_EQ(check_line(start, "e2e4 e7e5").warning, "");
    EXPECT_EQ(check_line(start, "f2f3 e7e5 g2g4 d8h4").warning, "");
    EXPECT_NE(check_line(start, "f2f3 e7e5 g2g4 d8h4 a2a3").warning.find("checkmate"),
              std::string::npos);
    const std::string shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    EXPECT_EQ(check_line(start, shuffle).warning, "");
    EXPECT_NE(check_line(start, shuffle + " e2e4").warning.find("threefold"), std::string::npos);
    const Game fifty(rookery::test::position_of("4k3/8/8/8/8/8/8/R3K3 w - - 99 80"));
    EXPECT_NE(check_line(fifty, "a1a2 e8e7").warning.find("fifty"), std::string::npos);
    const Game dead(rookery::test::position_of("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1"));
    EXPECT_NE(check_line(dead, "e1e2 e8e7").warning.find("mate"), std::string::npos);
    EXPECT_NE(check_line(start, "e2e4 xyz").warning.find("unreadable"), std::string::npos);
    EXPECT_EQ(check_line(start, "e2e4 xyz").moves.size(), 1U);
}

}  // namespace
}  // namespace rookery::arena
