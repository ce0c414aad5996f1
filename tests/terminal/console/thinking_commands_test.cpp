#include "terminal/console/console_helpers.h"

#include "base/measure.h"
#include "terminal/console/handlers.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using console::parse_request;
using test::ConsoleTalk;
using test::has;
using test::width_of;

TEST(Console, ReadsHowLongToThink) {
    const auto request = [](std::string_view text) {
        return parse_request(text, test::few_searchers()).value();
    };
    EXPECT_EQ(request("").time, std::chrono::milliseconds(3000));
    EXPECT_EQ(request("250").time, std::chrono::milliseconds(250));
    EXPECT_EQ(request("movetime 7").time, std::chrono::milliseconds(7));
    EXPECT_EQ(request("depth 9").depth, 9);
    EXPECT_FALSE(request("depth 9").time);
    EXPECT_EQ(request("nodes 1000 depth 3").nodes, 1000u);
    EXPECT_FALSE(request("infinite").time);
    EXPECT_EQ(request("iterative,depth=3 100").searcher, "iterative,depth=3");
    for (const char* text : {"0", "-5", "many", "depth", "depth 0", "depth x", "nodes -1",
                             "nodes 99999999999", "86400001", "100 pvs", "1.5", "3e3", "movetime"})
        EXPECT_FALSE(parse_request(text, test::few_searchers()).ok()) << text;
}

TEST(Console, ThinksAloud) {
    ConsoleTalk talk;
    const std::string text = talk.say("go depth 3");
    for (const char* part : {"depth 1, ", "depth 2, ", "depth 3, ", " nodes, ", "Best move: "})
        EXPECT_TRUE(has(text, part)) << part;
    EXPECT_EQ(talk.game().plies(), 0u);
    EXPECT_TRUE(has(talk.say("go minimax depth 2"), "depth 2, "));
    EXPECT_FALSE(has(talk.screen.shown, "depth 1, "));
    EXPECT_TRUE(has(talk.say("go nobody"), "nor a searcher"));
    EXPECT_FALSE(has(talk.say("mcts nobody"), "nor a searcher"));
    EXPECT_TRUE(has(talk.say("go pvs,Evaluator=nobody 10"), "nobody"));
    talk.say("position 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    EXPECT_TRUE(has(talk.say("go depth 4"), "mate in 1"));
    EXPECT_TRUE(has(talk.reply.text, "Best move: Qg7# (g6g7)\n"));
}

TEST(Console, SaysTheSameOnce) {
    ConsoleTalk talk;
    talk.say("position 8/8/8/4k3/8/8/8/4K3 w - - 0 1");  // nothing can happen any more
    const std::string text = talk.say("go depth 100");
    EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 50) << text;
    EXPECT_TRUE(has(talk.reply.text, "depth 100, +0.00, "));
}

TEST(Console, MinimaxSaysThatItIsIterative) {
    ConsoleTalk talk;
    EXPECT_TRUE(has(talk.say("minimax depth 3"), "The searcher iterative thinks"));
    EXPECT_TRUE(has(talk.reply.text, "Best move: "));
}

TEST(Console, TreesShowTheirMoves) {
    ConsoleTalk talk;
    const std::string text = talk.say("mcts nodes 300");
    EXPECT_TRUE(has(text, "300 playouts, "));
    EXPECT_TRUE(has(text, "  move      visits     won\n"));
    EXPECT_TRUE(has(text, "Best move: "));
    EXPECT_EQ(std::count(text.begin(), text.end(), '%'), 5);
    EXPECT_TRUE(has(talk.say("mctsab nodes 50"), "mcts-ab"));
    EXPECT_TRUE(has(talk.reply.text, "Best move: "));
}

TEST(Console, ThinkingFitsNarrowTerminals) {
    ConsoleTalk talk;
    talk.screen.columns = 39;
    for (const char* line : {"go depth 8", "mcts nodes 200", "minimax depth 4", "go minimax x"})
        EXPECT_LE(width_of(talk.say(line)), 39u) << line;
}

TEST(Console, RefusesBadTimes) {
    ConsoleTalk talk;
    for (const char* command : {"mcts", "mctsab", "minimax", "go"})
        for (const char* bad : {"0", "-1", "99999999999", "12x"}) {
            EXPECT_TRUE(
                has(talk.say(std::string(command) + " " + bad), "is not a number of milliseconds"))
                << command << bad;
            EXPECT_EQ(talk.screen.shown, "");
        }
    EXPECT_TRUE(has(talk.say("mcts pvs"), "is neither a number"));
}

TEST(ObjectivesOfTheStudy, E6_TimePerMove) {
    ConsoleTalk talk;
    for (const char* line : {"mcts 200", "mctsab 200", "minimax 200"}) {
        const Stopwatch watch;
        EXPECT_TRUE(has(talk.say(line), "Best move: ")) << line;
        // Wide on both sides: what matters is that neither nothing nor the usual three seconds were
        // used.
        EXPECT_GT(watch.seconds(), 0.05) << line;
        EXPECT_LT(watch.seconds(), 2.5) << line;
    }
}

TEST(Console, StopsWhenAsked) {
    ConsoleTalk talk;
    std::stop_source stop;
    stop.request_stop();
    for (const char* line : {"mcts 3600000", "go infinite", "minimax 3600000"})
        EXPECT_TRUE(has(talk.say(line, stop.get_token()), "Best move: ")) << line;
    EXPECT_TRUE(has(talk.say("perft 20", stop.get_token()), "these counts are incomplete"));
    EXPECT_EQ(talk.say("bench 90", stop.get_token()), "Stopped before the end.\n");
    EXPECT_TRUE(has(talk.say("compare 3600000", stop.get_token()), "Stopped before the end.\n"));
    EXPECT_TRUE(has(talk.say("game", stop.get_token()), "Left unfinished after 0 half-moves"));
}

}  // namespace
}  // namespace rookery
