// Thinking in the other's time, and thinking without end.
#include "protocol/xboard_conversation.h"

#include "notation/coordinate.h"

namespace rookery::xboard {
namespace {

using test::Conversation;
using test::patient_searcher;
using test::real_searchers;

// What the patient searcher expects, and something else, after it has played as White.
struct Replies {
    std::string expected;
    std::string other;
};

Replies replies_to(const std::string& own_move) {
    Game game;
    game.play(*parse_coordinate(game.position(), own_move));
    const MoveList moves = legal_moves(game.position());
    return {to_coordinate(game.position(), moves[0]), to_coordinate(game.position(), moves[1])};
}

TEST(XboardPondering, AHitGoesOnAndAMissBeginsAnew) {
    for (const bool hit : {true, false}) {
        Conversation talk(patient_searcher);
        talk.say("new\nhard\npost\nst 0.05\ngo");
        ASSERT_TRUE(talk.await("move "));
        ASSERT_TRUE(talk.await("1 0 0 0 ("));  // what it ponders on
        talk.say("ping 1");                    // does not wait for the pondering
        ASSERT_TRUE(talk.await("pong 1"));
        EXPECT_EQ(talk.count("move "), 1u);
        const Replies replies = replies_to(talk.last("move "));
        talk.say("usermove " + (hit ? replies.expected : replies.other));
        ASSERT_TRUE(talk.sync());
        EXPECT_EQ(talk.count("move "), 2u);
        // A hit needs no new line of thinking: the search was there already.
        EXPECT_EQ(talk.count("1 0 0 0 "), talk.count("1 0 0 0 (") + (hit ? 1 : 2));
        EXPECT_EQ(talk.count("Illegal"), 0u);
    }
}

TEST(XboardPondering, HurryDuringItMeansNothing) {
    Conversation talk(patient_searcher);
    talk.say("new\nhard\npost\nst 0.01\ngo");
    ASSERT_TRUE(talk.await("1 0 0 0 ("));
    talk.say("?");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("move "), 1u);
    const Replies replies = replies_to(talk.last("move "));
    talk.say("level 0 60 0\nusermove " + replies.other);  // thinks for long now
    talk.say("?");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("move "), 2u);
}

// After a hit the time counts that was told then.
TEST(XboardPondering, AClockThatLostTimeIsHeeded) {
    Conversation talk(patient_searcher);
    talk.say("new\nhard\npost\nlevel 0 60 0\ngo\n?");
    ASSERT_TRUE(talk.await("1 0 0 0 ("));
    const Replies replies = replies_to(talk.last("move "));
    talk.say("time 5\nusermove " + replies.expected);  // planned with an hour
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("move "), 2u);
}

TEST(XboardPondering, EasyAndForceEndIt) {
    for (const char* end :
         {"easy", "force", "new", "result 1-0 {x}", "setboard 7k/8/8/8/8/8/R7/K7 w - - 0 1"}) {
        Conversation talk(patient_searcher);
        talk.say("new\nhard\npost\nst 0.01\ngo");
        ASSERT_TRUE(talk.await("1 0 0 0 ("));
        talk.say(end);
        ASSERT_TRUE(talk.sync());
        EXPECT_EQ(talk.count("move "), 1u) << end;
    }
}

TEST(XboardPondering, HintsAtWhatItPondersOn) {
    Conversation talk(patient_searcher);
    talk.say("new\nhard\npost\nst 0.01\ngo");
    ASSERT_TRUE(talk.await("1 0 0 0 ("));
    talk.say("hint");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.last("Hint: "), replies_to(talk.last("move ")).expected);
}

TEST(XboardAnalysis, FollowsThePosition) {
    Conversation talk(real_searchers);
    talk.say("new\nforce\nf2f3\ne7e5\nanalyze");
    ASSERT_TRUE(talk.await("6 "));
    talk.say("g2g4");
    ASSERT_TRUE(talk.await("1 100001 "));
    EXPECT_TRUE(talk.said(" Qh4#\n"));
    talk.say("undo\nexit");
    ASSERT_TRUE(talk.sync());
    const std::string text = talk.text();
    talk.say("d2d4");  // nobody analyses any more
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.text().substr(0, text.size()), text);
    EXPECT_EQ(talk.text().substr(text.size()).find("pong"), 0u);
    EXPECT_EQ(talk.count("move "), 0u);
}

TEST(XboardAnalysis, TellsHowFarItIsAndAnswersPings) {
    Conversation talk(patient_searcher);
    talk.say("new\nanalyze\n.");
    ASSERT_TRUE(talk.sync());
    ASSERT_TRUE(talk.await("stat01: "));
    EXPECT_EQ(talk.last("stat01: ").substr(talk.last("stat01: ").size() - 3), " 20");
    talk.say("hint\nexit\n.");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("stat01: "), 1u);
}

TEST(XboardAnalysis, LeavesOutExcludedMoves) {
    Conversation talk(real_searchers);
    talk.say("new\nforce\nf2f3\ne7e5\ng2g4\nanalyze");
    ASSERT_TRUE(talk.await("2 100001 "));
    talk.say("exclude d8h4\nping 1");
    ASSERT_TRUE(talk.await("pong 1"));
    const std::size_t before = talk.count("1 100001 ");
    ASSERT_TRUE(talk.await("5 "));
    EXPECT_EQ(talk.count("1 100001 "), before);
    talk.say("include all");
    ASSERT_TRUE(talk.await("1 100001 ", before + 1));
    talk.say("exclude all\nexclude e1e8\nping 2");  // nothing to look at: it waits
    ASSERT_TRUE(talk.await("pong 2"));
    EXPECT_EQ(talk.count("Illegal move: e1e8"), 1u);
    talk.say("include a7a6");
    const std::size_t lines = talk.count("1 ");
    ASSERT_TRUE(talk.await("1 ", lines + 1));
    EXPECT_EQ(talk.count("move "), 0u);
}

TEST(XboardAnalysis, OfAFinishedGameWaitsForAnother) {
    Conversation talk(real_searchers);
    talk.say("new\nforce\nf2f3\ne7e5\ng2g4\nd8h4\nanalyze\n.");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("1 "), 0u);
    talk.say("new");  // stays in the analysis
    ASSERT_TRUE(talk.await("1 "));
    talk.say("go\n?");  // ends it, and plays
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("move "), 1u);
}

}  // namespace
}  // namespace rookery::xboard
