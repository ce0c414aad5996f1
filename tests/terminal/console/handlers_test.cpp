#include "terminal/console/console_helpers.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using test::ConsoleTalk;
using test::has;
using test::width_of;

TEST(Console, CountsPositions) {
    ConsoleTalk talk;
    const std::string text = talk.say("perft");
    EXPECT_EQ(text.rfind("a2a3: 380\na2a4: 420\n", 0), 0u);
    EXPECT_TRUE(has(text, "\n\nnodes  8902\ntime "));
    EXPECT_TRUE(has(talk.say("perft 3"), "nodes  8902\n"));
    EXPECT_TRUE(has(talk.say("perft 0"), "nodes  1\n"));
    for (const char* line : {"perft x", "perft -1", "perft 100", "perft 3 4", "perft 3.5"})
        EXPECT_TRUE(has(talk.say(line), "is not a depth, which is a whole number from 0 to 99."))
            << line;
    talk.say("position 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
    EXPECT_TRUE(has(talk.say("perft 2"), "nodes  191\n"));
}

TEST(Console, Evaluates) {
    ConsoleTalk talk;
    EXPECT_TRUE(has(talk.say("eval"), "for the side to move (White)\n"));
    const std::size_t size = talk.reply.text.size();
    EXPECT_GT(talk.say("eval terms").size(), size);
    EXPECT_TRUE(has(talk.say("eval material"), "+0.00 for the side to move (White), by material"));
    EXPECT_TRUE(has(talk.say("eval mop-up"), "material and the kings"));
    EXPECT_TRUE(has(talk.say("eval luck"), "'luck' is no evaluator. There are material, mop-up"));
}

TEST(Console, BenchIsThatOfTheProgram) {
    ConsoleTalk talk;
    EXPECT_TRUE(has(talk.say("bench 2"), " nodes "));
    EXPECT_TRUE(has(talk.say("bench 0"), "is not a depth"));
}

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
    EXPECT_TRUE(has(talk.say("play --level 3"), "'play' stands alone here"));
    EXPECT_NE(talk.reply.next, Next::Play);
}

TEST(Console, ComparesTheSearchers) {
    ConsoleTalk talk;
    talk.say("position 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    const std::string text = talk.say("compare 50");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6);
    EXPECT_TRUE(has(text, "\npvs                Qg7#          #1 "));
    EXPECT_TRUE(has(text, "\nmcts-ab            Qg7#          #1 "));
    EXPECT_FALSE(has(text, "random"));
    EXPECT_FALSE(has(text, "mctsab"));
    EXPECT_EQ(talk.game().plies(), 0u);
    const std::string two = talk.say("compare iterative mcts 20");
    EXPECT_EQ(std::count(two.begin(), two.end(), '\n'), 3);
}

TEST(Console, ComparisonIsLiveOnATerminal) {
    ConsoleTalk talk;
    talk.screen.live = true;
    const std::string text = talk.say("compare 20 pvs mcts");
    EXPECT_EQ(talk.screen.shown, "");
    ASSERT_EQ(talk.screen.last_live.size(), 3u);
    EXPECT_EQ(text, talk.screen.last_live[0] + "\n" + talk.screen.last_live[1] + "\n" +
                        talk.screen.last_live[2] + "\n");
}

TEST(Console, CompareRefusesWhatItCannotAsk) {
    ConsoleTalk talk;
    EXPECT_TRUE(has(talk.say("compare 0"), "is not a number of milliseconds"));
    EXPECT_TRUE(has(talk.say("compare -4"), "is not a number of milliseconds"));
    EXPECT_TRUE(has(talk.say("compare nobody"), "There is no searcher 'nobody'"));
    EXPECT_EQ(talk.screen.shown, "");
}

}  // namespace
}  // namespace rookery
