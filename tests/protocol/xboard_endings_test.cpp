// How games end: by the rules, by claims and by agreement.
#include "protocol/xboard_conversation.h"

namespace rookery::xboard {
namespace {

using test::Conversation;
using test::real_searchers;

TEST(XboardEndings, DeclaresMate) {
    Conversation talk(real_searchers);
    talk.say("new\nforce\nf2f3\ne7e5\ng2g4\nsd 3\ngo");
    ASSERT_TRUE(talk.sync());
    EXPECT_TRUE(talk.said("move d8h4\n0-1 {Black mates}\n"));
    talk.say("go");  // there is nothing to play
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("0-1 {Black mates}"), 2u);
    EXPECT_EQ(talk.count("move "), 1u);
    talk.say("force\nsetboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\nplayother\nusermove g6g7");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("1-0 {White mates}"), 1u);
    EXPECT_EQ(talk.count("move "), 1u);
}

TEST(XboardEndings, DeclaresDraws) {
    Conversation talk(real_searchers);
    const auto after_move = [&talk](const std::string& fen, const std::string& move) {
        talk.say("force\nsetboard " + fen + "\nplayother\nusermove " + move);
        ASSERT_TRUE(talk.sync());
    };
    after_move("7k/8/8/5Q2/6K1/8/8/8 w - - 0 1", "f5f6");
    EXPECT_EQ(talk.count("1/2-1/2"), 0u);  // not yet
    after_move("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5f7");
    EXPECT_EQ(talk.count("1/2-1/2 {Stalemate}"), 1u);
    after_move("7k/8/8/8/8/8/1p6/K7 w - - 0 1", "a1b2");
    EXPECT_EQ(talk.count("1/2-1/2 {Draw by insufficient material}"), 1u);
    talk.say("force\nsetboard 7k/8/8/8/8/8/R7/K7 w - - 99 80\nsd 1\ngo");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("1/2-1/2 {Draw by fifty moves}"), 1u);
}

TEST(XboardEndings, ClaimsARepetitionInsteadOfAMoveButPlaysOnIfAsked) {
    Conversation talk(real_searchers);
    talk.say(
        "new\nforce\ng1f3\ng8f6\nf3g1\nf6g8\ng1f3\ng8f6\nf3g1\nsd 1\nplayother\nusermove f6g8");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("1/2-1/2 {Draw by repetition}"), 1u);
    EXPECT_EQ(talk.count("move "), 0u);
    talk.say("go");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("move "), 1u);
}

TEST(XboardEndings, AcceptsADrawWhenItIsWorse) {
    Conversation talk(real_searchers);
    talk.say("new\ndraw");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("offer draw"), 0u);  // it knows nothing yet
    talk.say("force\nsetboard 3qk3/8/8/8/8/8/8/4K3 w - - 0 1\nsd 5\ngo");
    ASSERT_TRUE(talk.sync());
    talk.say("draw");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("offer draw"), 1u);
    talk.say("force\nsetboard 3qk3/8/8/8/8/8/8/4K3 b - - 0 1\nsd 5\ngo");
    ASSERT_TRUE(talk.sync());
    talk.say("draw");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("offer draw"), 1u);
    // An offer is for the game in which it was made.
    talk.say("force\nsetboard 3qk3/8/8/8/8/8/8/4K3 w - - 0 1\nsd 5\ngo");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("offer draw"), 1u);
}

TEST(XboardEndings, AnswersAnOfferInItsOwnTimeWithTheMove) {
    Conversation talk(real_searchers);
    talk.say("new\nforce\nsetboard 3qk3/8/8/8/8/8/8/4K3 w - - 0 1\nst 60\ngo\ndraw\n?");
    ASSERT_TRUE(talk.sync());
    EXPECT_TRUE(talk.said("offer draw\nmove "));
}

}  // namespace
}  // namespace rookery::xboard
