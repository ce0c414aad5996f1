#include "terminal/play/play_setup.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(PlaySetup, ThreeTimesEnterBeginsAnEasyGame) {
    PlaySetup setup({}, 40);
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
    PlaySetup setup({"You against pvs, move 3"}, 40);
    EXPECT_EQ(setup.prompt(),
              "There is an unfinished game, You against\npvs, move 3.\nGo on with it? [yes] ");
    EXPECT_NE(setup.answer("maybe"), "");
    EXPECT_EQ(setup.answer("n"), "");
    EXPECT_NE(setup.answer("green"), "");
    EXPECT_EQ(setup.answer("B"), "");
    for (const char* level : {"13", "-1", "2.5", "hard", "1e9"})
        EXPECT_NE(setup.answer(level), "") << level;
    EXPECT_EQ(setup.answer("4"), "");
    for (const char* clock : {"0", "-5", "x", "5+", "5+x", "99999999"})
        EXPECT_NE(setup.answer(clock), "") << clock;
    EXPECT_EQ(setup.answer("5+3"), "");
    ASSERT_TRUE(setup.done());
    EXPECT_EQ(setup.request().side, PlayRequest::Side::Black);
    EXPECT_EQ(setup.request().level, 4);
    EXPECT_EQ(parse_game_clock(setup.request().clock), "300.000+3.000");
}

TEST(PlaySetup, TakesARatingInsteadOfALevel) {
    PlaySetup setup({}, 80);
    EXPECT_EQ(setup.answer(""), "");
    EXPECT_NE(setup.answer("human"), "");
    EXPECT_NE(setup.answer("human 90"), "");
    EXPECT_NE(setup.answer("human strong"), "");
    EXPECT_EQ(setup.answer("Human 1350"), "");
    EXPECT_EQ(setup.answer(""), "");
    EXPECT_TRUE(setup.done());
    EXPECT_EQ(setup.request().human_rating, 1350);
}

TEST(PlaySetup, CanBeLeft) {
    PlaySetup setup({"a game"}, 40);
    EXPECT_EQ(setup.answer("quit"), "");
    EXPECT_TRUE(setup.done());
    EXPECT_TRUE(setup.request().quit);
    PlaySetup resumed({"a game"}, 40);
    EXPECT_EQ(resumed.answer(""), "");
    EXPECT_TRUE(resumed.done());
    EXPECT_EQ(resumed.request().resume, 0u);
}

TEST(PlaySetup, ChoosesAmongUnfinishedGames) {
    PlaySetup setup({"the newer game", "the older game"}, 40);
    EXPECT_EQ(setup.prompt(), "There are unfinished games:\n1. the newer game\n2. the older game\n"
                              "Go on with which? [1, or no] ");
    for (const char* number : {"0", "3", "-1", "x"}) EXPECT_NE(setup.answer(number), "") << number;
    EXPECT_EQ(setup.answer("2"), "");
    EXPECT_EQ(setup.request().resume, 1u);
    PlaySetup fresh({"the newer game", "the older game"}, 40);
    EXPECT_EQ(fresh.answer("no"), "");
    EXPECT_FALSE(fresh.done());
    EXPECT_EQ(fresh.request().resume, std::nullopt);
}

}  // namespace
}  // namespace rookery
