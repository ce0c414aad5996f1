#include "protocol/xboard_session.h"

#include "base/random.h"
#include "chess/game.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "protocol/xboard_conversation.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace rookery::xboard {
namespace {

using test::Conversation;
using test::failing_searcher;
using test::patient_searcher;
using test::real_searchers;

TEST(XboardSession, IntroducesItselfIfAsked) {
    Conversation talk(patient_searcher);
    talk.say("xboard\nprotover 1");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("feature"), 0u);
    talk.say("protover 2\naccepted done\nrejected nps");
    ASSERT_TRUE(talk.sync());
    EXPECT_TRUE(talk.said("myname=\"Rookery test\""));
    EXPECT_EQ(talk.count("feature done=1"), 1u);
    EXPECT_EQ(talk.count("Error"), 0u);
}

TEST(XboardSession, AnswersAMoveOnceAndAsBlackAfterNew) {
    Conversation talk(real_searchers);
    talk.say("new\nsd 2\nusermove e2e4");
    ASSERT_TRUE(talk.sync());
    ASSERT_EQ(talk.count("move "), 1u);
    Game game;
    game.play(*parse_coordinate(game.position(), "e2e4"));
    EXPECT_TRUE(parse_coordinate(game.position(), talk.last("move ")));
}

TEST(XboardSession, PlaysTheSideItIsTold) {
    Conversation talk(real_searchers);
    talk.say("new\nsd 1\ngo");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("move "), 1u);  // White's
    talk.say("new\nsd 1\nforce\nusermove e2e4\nusermove e7e5\nplayother");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("move "), 1u);  // it is the other's turn
    talk.say("g1f3");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("move "), 2u);
}

TEST(XboardSession, MovesNothingInForceMode) {
    Conversation talk(real_searchers);
    talk.say("new\nforce\nusermove e2e4\ne7e5\nNf3\nusermove b8c6\nusermove e1e8\nusermove banana");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("move "), 0u);
    EXPECT_EQ(talk.count("Illegal move: e1e8"), 1u);
    EXPECT_EQ(talk.count("Illegal move: banana"), 1u);
    talk.say("undo\nusermove g8f6");  // instead of the last
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("Illegal"), 2u);
}

TEST(XboardSession, TakesBack) {
    Conversation talk(real_searchers);
    talk.say("new\nforce\nundo\nremove");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("Error (there is nothing to take back)"), 2u);
    talk.say("e2e4\ne7e5\nremove\nd2d4\nd7d5\nundo\nd7d6");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("Illegal"), 0u);
    talk.say("new\nsd 1\ne2e4");
    ASSERT_TRUE(talk.sync());
    talk.say("remove\nd2d4");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("move "), 2u);
}

TEST(XboardSession, MovesAtOnceWhenAsked) {
    Conversation talk(patient_searcher);
    talk.say("new\nlevel 0 60 0\n?\ngo");
    talk.say("usermove e7e5\ngo\n?\n?");  // its own turn, asked twice
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("Illegal move (it is not your turn): e7e5"), 1u);
    EXPECT_EQ(talk.count("move "), 1u);
}

TEST(XboardSession, PingsAreAnsweredInOrderAndAfterTheMove) {
    Conversation talk(patient_searcher);
    talk.say("new\nping 1\nlevel 0 60 0\ngo\nping 2\nping 3");
    ASSERT_TRUE(talk.await("pong 1"));
    EXPECT_EQ(talk.count("pong"), 1u);
    talk.say("?");
    ASSERT_TRUE(talk.await("pong 3"));
    const std::string text = talk.text();
    EXPECT_EQ(text.find("pong 1\nmove "), 0u);
    EXPECT_NE(text.find("\npong 2\npong 3\n"), std::string::npos);
    talk.say("go\nping 4\nforce");  // no move will come, but the answer must
    ASSERT_TRUE(talk.await("pong 4"));
    EXPECT_EQ(talk.count("move "), 1u);
}

TEST(XboardSession, KeepsThePositionWhenTheNextIsRefused) {
    Conversation talk(real_searchers);
    talk.say(
        "new\nforce\ne2e4\nsetboard 8/8/8/8/8/8/8/8 w - - 0 1\nsetboard rubbish\nsetboard\ne7e5");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("tellusererror Illegal position"), 3u);
    EXPECT_EQ(talk.count("Illegal move"), 0u);
}

TEST(XboardSession, RefusesWhatItDoesNotKnow) {
    Conversation talk(patient_searcher);
    talk.say("edit\nblah blah\nlevel x\nvariant suicide\noption Foo=1\nmemory abc\ncores 0\noption "
             "Level=99");
    talk.session.add_long_line();
    talk.say(std::string("\x1b]0;owned\x07 \xff\xfe\0", 14) + std::string(5000, 'x'));
    ASSERT_TRUE(talk.sync());
    for (const char* line :
         {"Error (unknown command): edit\n", "Error (unknown command): blah blah\n",
          "Error (expected moves, minutes and seconds): level x\n",
          "Error (unknown variant): variant suicide\n",
          "Error (unknown option 'Foo'): option Foo=1\n", "Error (option Hash: ",
          "Error (option Threads: ", "Error (option Level: ", "Error (too long a line)"})
        EXPECT_EQ(talk.count(line), 1u) << line;
    EXPECT_EQ(talk.count("Error"), 10u);
    EXPECT_EQ(talk.text().find('\x1b'), std::string::npos);
    EXPECT_LT(talk.text().size(), 2000u);
}

TEST(XboardSession, TakesItsOptions) {
    Conversation talk(patient_searcher);
    talk.say(
        "memory 3\ncores 2\noption MultiPV=2\noption UCI_LimitStrength=1\noption Clear Hash\n"
        "option Move Overhead=0\nname Somebody\nrating 1500 1600\ncomputer\negtpath syzygy /x");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("Error"), 0u);
}

TEST(XboardSession, ShowsItsThinkingOnlyIfAsked) {
    Conversation talk(real_searchers);
    talk.say("new\nsd 3\ngo");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("1 "), 0u);
    talk.say("new\npost\nsd 3\ngo");
    ASSERT_TRUE(talk.sync());
    EXPECT_GE(talk.count("1 "), 1u);
    EXPECT_GE(talk.count("3 "), 1u);
}

TEST(XboardSession, NodesCountAsTime) {
    Conversation talk(real_searchers);
    talk.say("new\npost\nst 1\nnps 2000\ngo");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("move "), 1u);
    // The last line of thinking is not later than the one second it had.
    int depth = 0, score = 0, time = -1, nodes = 0;
    const std::string text = talk.text();
    const std::size_t line = text.rfind('\n', text.find("move ") - 2);
    ASSERT_EQ(std::sscanf(text.c_str() + (line == std::string::npos ? 0 : line + 1), "%d %d %d %d",
                          &depth, &score, &time, &nodes),
              4);
    EXPECT_EQ(time, nodes / 20);
    EXPECT_LE(time, 110);
}

TEST(XboardSession, GivesHints) {
    Conversation talk(real_searchers);
    talk.say("new\nforce\nf2f3\ne7e5\ng2g4\nhint");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.last("Hint: "), "d8h4");
    talk.say("bk");
    ASSERT_TRUE(talk.sync());
    EXPECT_TRUE(talk.said("The book has no move for this position.\n\n"));
    talk.say("d8h4\nhint");  // mated: no hint, and no hanging
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("Hint: "), 1u);
}

TEST(XboardSession, ListsTheMovesOfTheDefaultBook) {
    Conversation talk(real_searchers);
    talk.say("new\nforce\nbk");
    ASSERT_TRUE(talk.sync());
    EXPECT_TRUE(talk.said("\te4 "));
    EXPECT_TRUE(talk.said(" weight "));
}

TEST(XboardSession, PlaysChess960) {
    Conversation talk(patient_searcher);
    talk.say(
        "new\nvariant fischerandom\nforce\n"
        "setboard 1r3k1r/5p2/8/8/8/8/5P2/1R3K1R w HBhb - 0 1\nsd 1\nexclude all\ninclude O-O\ngo");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.last("move "), "O-O");
    talk.say("usermove O-O-O");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("Illegal"), 0u);
    EXPECT_EQ(talk.count("move "), 2u);
}

TEST(XboardSession, SurvivesASearcherThatFails) {
    Conversation talk(failing_searcher);
    talk.say("memory 32\nnew\nusermove e2e4");
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.count("move "), 1u);
    EXPECT_TRUE(talk.said("# the search failed: no luck"));
}

TEST(XboardSession, QuitAndTheEndStopASearch) {
    for (const char* order : {"go", "analyze", "hard\ngo\n?"}) {
        Conversation talk(patient_searcher);
        talk.say(std::string("new\nlevel 0 60 0\n") + order + "\nquit\nusermove e2e4");
        talk.join();
        EXPECT_LE(talk.count("move "), 1u) << order;
    }
    for (int i = 0; i < 20; ++i) {
        Conversation talk(patient_searcher);
        talk.say("new\ngo");  // ends with the conversation
    }
}

TEST(XboardSession, KeepsALog) {
    const std::string path = ::testing::TempDir() + "rookery_xboard_" + std::to_string(getpid());
    {
        Conversation talk(patient_searcher);
        talk.say("option Debug Log File=" + path + "\nhello");
        ASSERT_TRUE(talk.sync());
        talk.say("option Debug Log File=/no/such/folder/x");
        ASSERT_TRUE(talk.sync());
        EXPECT_EQ(talk.count("Error (the file cannot be written)"), 1u);
    }
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NE(text.find(">> hello\n<< Error (unknown command): hello\n"), std::string::npos);
    std::remove(path.c_str());
}

// With any commands at any moment the engine moves at most once when it is its turn, legally, and
// never after it was told not to.
TEST(XboardSession, NeverMovesTwice) {
    Conversation talk(patient_searcher);
    Random random(7);
    talk.say("new\nforce\nlevel 0 60 0\npost");
    Game game;
    std::size_t moves = 0;
    for (int cycle = 0; cycle < 300; ++cycle) {
        if (game.ending() != GameEnding::None) {
            talk.say("new\nforce\nlevel 0 60 0");
            game = Game();
        }
        talk.say(random.one_in(2) ? "hard" : "easy");
        if (random.one_in(3)) talk.say("st 0.001");  // ends by itself about now
        talk.say("go");
        const bool hurried = random.one_in(2);
        if (random.one_in(2))
            std::this_thread::sleep_for(std::chrono::microseconds(random.below(1500)));
        if (hurried) talk.say("?\n?");
        if (hurried && random.one_in(2)) {
            ASSERT_TRUE(talk.await("move ", moves + 1));
        }
        if (random.one_in(4)) talk.say("usermove a1a1\nhint\n.");
        talk.say("force\nlevel 0 60 0");
        ASSERT_TRUE(talk.sync());
        const std::size_t now = talk.count("move ");
        ASSERT_LE(now, moves + 1);
        if (now == moves) continue;
        moves = now;
        const auto move = parse_coordinate(game.position(), talk.last("move "));
        ASSERT_TRUE(move && game.play(*move)) << talk.last("move ");
        // One of our own in between, of those that are legal.
        const MoveList replies = legal_moves(game.position());
        if (replies.empty()) continue;
        const Move reply = replies[random.below(replies.size())];
        talk.say("usermove " + move_text(game.position(), reply, false));
        game.play(reply);
    }
    EXPECT_GT(moves, 50u);
    EXPECT_EQ(talk.count("Illegal"), talk.count("Illegal move: a1a1") +
                                         talk.count("Illegal move (it is not your turn): a1a1"));
}

using test::Conversation;
using test::patient_searcher;
using test::real_searchers;

// The reply that the searcher expects after its move as White, and another reply.
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

TEST(XboardPondering, AHitGoesOnAndAMissStartsAgain) {
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

TEST(XboardPondering, MoveNowDuringItDoesNothing) {
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

// After a hit the time counts that was sent with it.
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
    talk.say("d2d4");  // the analysis has ended
    ASSERT_TRUE(talk.sync());
    EXPECT_EQ(talk.text().substr(0, text.size()), text);
    EXPECT_EQ(talk.text().substr(text.size()).find("pong"), 0u);
    EXPECT_EQ(talk.count("move "), 0u);
}

TEST(XboardAnalysis, ReportsProgressAndAnswersPings) {
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
    talk.say("exclude all\nexclude e1e8\nping 2");  // no move to search: it waits
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

TEST(XboardEndings, ResignsAHopelessGameUnlessItMustNot) {
    for (const bool resigns : {true, false}) {
        Conversation talk(real_searchers);
        talk.say(resigns ? "new" : "new\noption Resign=0");
        talk.say("force\nsetboard 3qk3/8/8/8/8/8/8/K7 w - - 0 1\nsd 4\ngo");
        ASSERT_TRUE(talk.sync());
        for (const char* move : {"e8e7", "e7e8", "e8e7", "e7e6", "e6e5"}) {
            talk.say(move);
            ASSERT_TRUE(talk.sync());
        }
        EXPECT_EQ(talk.count("resign"), resigns ? 1u : 0u);
        EXPECT_EQ(talk.count("move "), resigns ? 3u : 6u);
    }
}

TEST(XboardEndings, AnswersAnOfferInItsOwnTimeWithTheMove) {
    Conversation talk(real_searchers);
    talk.say("new\nforce\nsetboard 3qk3/8/8/8/8/8/8/4K3 w - - 0 1\nst 60\ngo\ndraw\n?");
    ASSERT_TRUE(talk.sync());
    EXPECT_TRUE(talk.said("offer draw\nmove "));
}

}  // namespace
}  // namespace rookery::xboard
