#include "terminal/console/console_helpers.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using test::ConsoleTalk;
using test::has;
using test::width_of;

constexpr const char* nearly_over = "position 7k/8/5KQ1/8/8/8/8/8 w - - 0 1";

TEST(ObjectivesOfTheStudy, M8_MinimaxAgainstMcts) {
    ConsoleTalk talk;
    talk.say(nearly_over);
    const std::string text = talk.say("game");
    EXPECT_TRUE(has(text, "iterative plays White, mcts Black."));
    EXPECT_TRUE(has(text, "iterative: Q"));
    EXPECT_TRUE(has(text, "White wins: checkmate. 1-0"));
    EXPECT_TRUE(has(text, " 8 | "));
    EXPECT_FALSE(has(text, "depth "));
    EXPECT_EQ(talk.game().ending(), GameEnding::Checkmate);
    EXPECT_TRUE(has(text, "'undo 1' takes these moves back."));
    talk.say("undo 1");
    EXPECT_EQ(talk.game().plies(), 0u);
}

TEST(Console, GameShowsThinkingOnRequest) {
    for (const char* line :
         {"game debug", "game true", "game debug:true", "game iterative mcts 50 debug"}) {
        ConsoleTalk talk;
        talk.say(nearly_over);
        EXPECT_TRUE(has(talk.say(line), "mate in 1")) << line;
    }
    for (const char* line : {"game false", "game debug:false", "game 50"}) {
        ConsoleTalk talk;
        talk.say(nearly_over);
        EXPECT_FALSE(has(talk.say(line), "mate in 1")) << line;
    }
}

TEST(Console, GameOfOthersGoesToItsEnd) {
    ConsoleTalk talk;
    talk.say("position 4k3/8/8/8/8/8/4q3/4K3 w - - 0 1");  // the queen can only be taken
    EXPECT_TRUE(has(talk.say("game random random 1"), "A draw"));
    EXPECT_LE(width_of(talk.screen.shown), 40u);
    EXPECT_EQ(talk.game().plies(), 1u);
}

TEST(Console, GameRefusesWhatItCannotPlay) {
    ConsoleTalk talk;
    const std::pair<const char*, const char*> cases[] = {
        {"game iterative", "Name two searchers"},
        {"game pvs pvs pvs", "Name two searchers"},
        {"game nobody mcts", "'nobody' is neither"},
        {"game 0", "is not a number of milliseconds"},
        {"game debug:", "'debug:' is neither"},
        {"game iterative,depth=0 mcts", "Depth is between 1 and"},
    };
    for (const auto& [line, reason] : cases) {
        EXPECT_TRUE(has(talk.say(line), reason)) << line << ": " << talk.reply.text;
        EXPECT_EQ(talk.screen.shown, "");
    }
}

}  // namespace
}  // namespace rookery
