#include "protocol/uci_session.h"

#include "base/random.h"
#include "chess/movegen.h"
#include "engine/engine_helpers.h"
#include "notation/fen.h"
#include "protocol/protocol_helpers.h"
#include "search/bench.h"
#include "search/random_searcher.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace rookery::uci {
namespace {

using test::create;
using test::failing_searcher;

// Searches until it is told to stop, then plays the first legal move.
class PatientSearcher final : public Searcher {
  public:
    void new_game() override {}
    void resize(const Resources&) override {}
    SearchResult search(const Root& root, const Limits& limits, std::stop_token stop,
                        SearchListener& listener) override {
        LineReport report;
        report.depth = 1;
        listener.on_line(report);
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        // A depth of 1 ends by itself, so that both ways of ending can be mixed.
        if (limits.depth != 1) never.wait(lock, stop, [] { return false; });
        const MoveList moves = legal_moves(root.position);
        SearchResult result;
        if (!moves.empty()) result.best = moves[0];
        return result;
    }
};

std::unique_ptr<Searcher> create_random(const SearcherSetup& setup) {
    return std::make_unique<RandomSearcher>(setup.seed);
}

constexpr SearcherEntry random_searcher[] = {{"random", "any move", create_random}};
constexpr SearcherEntry patient_searcher[] = {{"patient", "waits", create<PatientSearcher>}};

class Conversation : public test::Transcript {
  public:
    explicit Conversation(SearcherTable searchers)
        : session("Rookery test", {searchers}, 1, [this](std::string_view lines) { add(lines); }) {}

    bool say(std::string_view line) { return session.handle(line); }

    Session session;
};

std::string fen_of(const Conversation& talk) { return to_fen(talk.session.game().position()); }

TEST(UciSession, IntroducesItself) {
    Conversation talk(random_searcher);
    EXPECT_TRUE(talk.say("uci"));
    const std::string text = talk.text();
    EXPECT_EQ(text.rfind("id name Rookery test\nid author ", 0), 0u);
    EXPECT_TRUE(talk.said("\noption name UCI_Chess960 type check default false\n"));
    EXPECT_EQ(text.substr(text.size() - 6), "uciok\n");
}

TEST(UciSession, KeepsThePositionWhenTheNextIsRefused) {
    Conversation talk(random_searcher);
    talk.say("position startpos moves e2e4");
    const std::string before = fen_of(talk);
    for (const char* bad :
         {"position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position startpos moves e2e5",
          "position startpos moves e2e4 e7e5 e1e3", "position fen rubbish", "position",
          "position startpos moves 0000", "position startpos moves \xff\x1b[2J"}) {
        const std::size_t warnings = talk.count("info string");
        EXPECT_TRUE(talk.say(bad));
        EXPECT_EQ(fen_of(talk), before) << bad;
        EXPECT_EQ(talk.count("info string"), warnings + 1) << bad;
    }
    EXPECT_TRUE(talk.said("position refused: move 1, 'e2e5'"));
    EXPECT_TRUE(talk.said("position refused: move 3, 'e1e3'"));
    EXPECT_FALSE(talk.said("\x1b"));
}

TEST(UciSession, ReportsRepairedFens) {
    Conversation talk(random_searcher);
    talk.say("position fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1");
    EXPECT_EQ(fen_of(talk), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(talk.count("info string a castling right was dropped"), 1u);
    talk.say("position fen 4k3/8/8/8/8/8/8/4K3 w - e6");
    EXPECT_EQ(fen_of(talk), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(
        talk.count("info string the en passant square was dropped: no pawn can capture there; "
                   "the counters are missing"),
        1u);
    EXPECT_EQ(talk.count("info string"), 2u);  // one line for each position
}

TEST(UciSession, TakesCastlingEitherWay) {
    Conversation talk(random_searcher);
    const std::string start = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves ";
    talk.say(start + "e1g1");
    const std::string castled = fen_of(talk);
    EXPECT_EQ(castled.substr(0, 20), "4k3/8/8/8/8/8/8/5RK1");
    talk.say("position startpos");
    talk.say(start + "e1h1");
    EXPECT_EQ(fen_of(talk), castled);
}

TEST(UciSession, WritesCastlingByTheOption) {
    Conversation talk(random_searcher);
    talk.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    talk.say("go searchmoves e1g1");
    ASSERT_TRUE(talk.await("bestmove e1g1"));
    talk.say("setoption name uci_chess960 value TRUE");
    EXPECT_TRUE(talk.session.settings().chess960);
    talk.say("go searchmoves e1g1");
    EXPECT_TRUE(talk.await("bestmove e1h1"));
}

TEST(UciSession, RefusesOptionsItDoesNotHave) {
    Conversation talk(random_searcher);
    talk.say("setoption name No Such Thing value 1");
    EXPECT_EQ(talk.count("info string unknown option 'No Such Thing'"), 1u);
    for (const char* value : {"0", "-1", "1025", "abc", "1099511627776", ""})
        talk.say(std::string("setoption name Threads value ") + value);
    EXPECT_EQ(talk.count("info string option Threads:"), 6u);
    EXPECT_EQ(talk.session.settings().threads, 1);
    talk.say("setoption name THREADS value 2");
    EXPECT_EQ(talk.session.settings().threads, 2);
}

TEST(UciSession, KeepsItsOptionsInRange) {
    Conversation talk(random_searcher);
    for (const char* name : {"Hash", "MultiPV"}) {
        for (const char* value : {"0", "-1", "abc", "1099511627776", ""})
            talk.say(std::string("setoption name ") + name + " value " + value);
        EXPECT_EQ(talk.count(std::string("info string option ") + name + ":"), 5u) << name;
    }
    talk.say("setoption name hash value 3");
    talk.say("setoption name multipv value 4");
    talk.say("setoption name Move Overhead value 0");
    talk.say("setoption name Clear Hash");
    EXPECT_EQ(talk.session.settings().hash_mib, 3);
    EXPECT_EQ(talk.session.settings().multi_pv, 4);
    EXPECT_EQ(talk.session.settings().move_overhead_ms, 0);
    talk.say("isready");
    EXPECT_TRUE(talk.await("readyok"));
}

TEST(UciSession, CountsPerft) {
    Conversation talk(random_searcher);
    talk.say("go perft 3");
    ASSERT_TRUE(talk.await("Nodes searched: 8902"));
    EXPECT_TRUE(talk.said("e2e4: 600\n"));
    EXPECT_TRUE(talk.said("\n\nNodes searched: 8902\n\n"));
    talk.say("setoption name Threads value 2");
    talk.say("go perft 4");
    EXPECT_TRUE(talk.await("Nodes searched: 197281"));
}

TEST(UciSession, SeveralPerftsAreAllCounted) {
    Conversation talk(random_searcher);
    for (const char* line :
         {"go perft 3", "ucinewgame", "position startpos moves e2e4", "go perft 2", "go"})
        talk.say(line);
    EXPECT_FALSE(talk.say("quit"));
    EXPECT_EQ(talk.count("Nodes searched: 8902"), 1u);
    EXPECT_EQ(talk.count("Nodes searched: 600"), 1u);
    EXPECT_EQ(talk.count("bestmove "), 1u);
}

TEST(UciSession, StopEndsALongPerft) {
    Conversation talk(random_searcher);
    talk.say("go perft 20");
    talk.say("isready");
    EXPECT_EQ(talk.count("readyok"), 1u);
    talk.say("stop");
    ASSERT_TRUE(talk.await("info string perft stopped"));
    EXPECT_FALSE(talk.say("quit"));
    EXPECT_EQ(talk.count("info string perft stopped"), 1u);
}

TEST(UciSession, EndOfInputStopsSearchesButFinishesPerft) {
    Conversation talk(patient_searcher);
    talk.say("go infinite");
    talk.say("go perft 4");
    talk.session.end_of_input();
    EXPECT_EQ(talk.count("bestmove "), 1u);
    EXPECT_EQ(talk.count("Nodes searched: 197281"), 1u);
}

TEST(UciSession, GivesAnInfoLineAndABestMove) {
    Conversation talk(random_searcher);
    for (const char* line :
         {"go", "go depth 3", "go wtime 100", "go btime 100", "go movetime 10", "go nodes 5",
          "go wtime -1 btime -1 movestogo 0", "go mate 2", "go searchmoves e2e4"})
        talk.say(line);
    ASSERT_TRUE(talk.await("bestmove ", 9));
    EXPECT_EQ(talk.count("info depth 1 multipv 1 score cp 0 "), 9u);
    EXPECT_EQ(talk.count("bestmove e2e4"),
              talk.count("info depth 1 multipv 1 score cp 0 nodes 1 nps 1000 "
                         "hashfull 0 tbhits 0 time 0 pv e2e4"));
}

TEST(UciSession, MatedAndStalematedRootsHaveNoMove) {
    Conversation talk(random_searcher);
    talk.say("position fen 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1");
    talk.say("go");
    ASSERT_TRUE(talk.await("bestmove (none)"));
    EXPECT_TRUE(talk.said("score mate 0 "));
    talk.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    talk.say("go depth 3");
    ASSERT_TRUE(talk.await("bestmove (none)", 2));
    EXPECT_TRUE(talk.said("score cp 0 "));
}

TEST(UciSession, AnswersAGoThatMakesNoSense) {
    Conversation talk(random_searcher);
    std::size_t moves = 0;
    for (const char* go : {"go depth abc", "go nodes", "go depth -3", "go searchmoves e2e5",
                           "go searchmoves e2e5 nodes -1", "go fast"}) {
        const std::size_t notices = talk.count("info string go");
        talk.say(go);
        EXPECT_TRUE(talk.await("bestmove ", ++moves)) << go;
        EXPECT_EQ(talk.count("bestmove "), moves) << go;
        EXPECT_GT(talk.count("info string go"), notices) << go;
    }
    EXPECT_EQ(talk.count("info string go: 'fast' is unknown and ignored"), 1u);
    talk.say("go searchmoves e2e5 a2a3");
    EXPECT_TRUE(talk.await("bestmove a2a3"));
}

TEST(UciSession, HoldsTheMoveBackWhileInfinite) {
    for (const char* held : {"go infinite", "go ponder wtime 1000 btime 1000"}) {
        Conversation talk(random_searcher);  // has its move at once
        talk.say(held);
        ASSERT_TRUE(talk.await("info depth"));
        talk.say("isready");
        EXPECT_EQ(talk.count("readyok"), 1u);
        EXPECT_EQ(talk.count("bestmove "), 0u);
        talk.say(std::string_view(held).find("ponder") != std::string_view::npos ? "ponderhit"
                                                                                 : "stop");
        EXPECT_TRUE(talk.await("bestmove "));
    }
}

TEST(UciSession, AnswersDuringASearch) {
    Conversation talk(patient_searcher);
    talk.say("go infinite");
    for (int i = 0; i < 100; ++i) talk.say("isready");
    talk.say("position startpos moves e2e4");
    talk.say("d");
    talk.say("nonsense");
    EXPECT_EQ(talk.count("readyok"), 100u);
    EXPECT_EQ(talk.count("bestmove "), 0u);
    talk.say("stop");
    ASSERT_TRUE(talk.await("bestmove "));
    talk.say("stop");
    talk.say("ponderhit");
    talk.say("go depth 1");
    EXPECT_TRUE(talk.await("bestmove ", 2));
}

TEST(UciSession, ANewGoEndsASearchThatIsHeldBack) {
    Conversation talk(patient_searcher);
    talk.say("go infinite");
    talk.say("go ponder");
    talk.say("go depth 1");
    EXPECT_TRUE(talk.await("bestmove ", 3));
}

TEST(UciSession, ExactlyOneBestMovePerGo) {
    Conversation talk(patient_searcher);
    Random random(42);
    std::size_t ordered = 0;
    for (int cycle = 0; cycle < 200; ++cycle) {
        const char* orders[] = {"go infinite", "go ponder", "go depth 1", "go movetime 100000"};
        talk.say(orders[random.below(4)]);
        ++ordered;
        if (random.one_in(3)) talk.say("isready");
        if (random.one_in(4)) continue;  // the next go comes without a stop
        std::this_thread::sleep_for(std::chrono::microseconds(random.below(2000)));
        if (random.one_in(4)) talk.say("ponderhit");
        talk.say("stop");
        if (random.one_in(2)) talk.say("stop");
        if (random.one_in(5)) talk.say("ucinewgame");
        if (random.one_in(2)) {
            ASSERT_TRUE(talk.await("bestmove ", ordered));
            EXPECT_EQ(talk.count("bestmove "), ordered);
        }
    }
    EXPECT_FALSE(talk.say("quit"));
    EXPECT_EQ(talk.count("bestmove "), ordered);
}

TEST(UciSession, QuitAndDestructionEndASearch) {
    for (int i = 0; i < 50; ++i) {
        Conversation talk(patient_searcher);
        talk.say("go infinite");
        if (i % 2 == 0) {
            EXPECT_FALSE(talk.say("quit"));
        }
    }
}

TEST(UciSession, SurvivesASearcherThatFails) {
    Conversation talk(failing_searcher);
    talk.say("setoption name Threads value 4");
    talk.say("go depth 4");
    ASSERT_TRUE(talk.await("bestmove "));
    EXPECT_EQ(talk.count("bestmove (none)"), 0u);
    EXPECT_EQ(talk.count("info string the search failed: no luck"), 1u);
    EXPECT_EQ(talk.count("info string not enough for that"), 1u);
}

TEST(UciSession, FlipsThePosition) {
    Conversation talk(random_searcher);
    const std::string fen = "r3k2r/8/8/8/Pp6/8/8/R3K2R b KQk a3 5 9";
    talk.say("position fen " + fen);
    talk.say("flip");
    EXPECT_EQ(fen_of(talk), "r3k2r/8/8/pP6/8/8/8/R3K2R w Kkq a6 5 9");
    talk.say("flip");
    EXPECT_EQ(fen_of(talk), fen);
}

TEST(UciSession, RefusesUnknownCommandsOnOneLine) {
    Conversation talk(random_searcher);
    EXPECT_TRUE(talk.say("\x1b]0;owned\x07 \xff\xfe"));
    EXPECT_TRUE(talk.say(std::string(100000, 'x')));
    EXPECT_TRUE(talk.say(std::string("\0\0\0", 3)));
    talk.session.refuse_long_line();
    EXPECT_EQ(talk.count("info string "), 4u);
    const std::string text = talk.text();
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_LT(text.size(), 600u);
}

TEST(UciSession, ShowsHelpAndBoard) {
    Conversation talk(random_searcher);
    talk.say("help");
    talk.say("d");
    EXPECT_TRUE(talk.said("position startpos|fen"));
    EXPECT_TRUE(talk.said("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"));
    EXPECT_TRUE(talk.said("Legal moves: 20\n"));
}

TEST(UciSession, ListsEveryOptionAsUciWantsIt) {
    Conversation talk(random_searcher);
    talk.say("uci");
    for (const char* line : {"option name Hash type spin default 16 min 1 max 1048576",
                             "option name Clear Hash type button",
                             "option name Threads type spin default 1 min 1 max 1024",
                             "option name MultiPV type spin default 1 min 1 max 256",
                             "option name Ponder type check default false",
                             "option name Move Overhead type spin default 10 min 0 max 5000",
                             "option name Searcher type combo default random var random",
                             "option name Evaluator type combo default network var material var "
                             "mop-up var piece-square var "
                             "classical var network",
                             "option name EvalFile type string default <empty>",
                             "option name UCI_ShowWDL type check default false",
                             "option name UCI_LimitStrength type check default false",
                             "option name UCI_Elo type spin default 1500 min 550 max 2900",
                             "option name UCI_AnalyseMode type check default false",
                             "option name UCI_Opponent type string default <empty>",
                             "option name Debug Log File type string default <empty>"})
        EXPECT_EQ(talk.count(std::string(line) + "\n"), 1u) << line;
}

TEST(UciSession, PonderHitLetsTheSearchGoOn) {
    Conversation talk(patient_searcher);
    talk.say("go ponder wtime 100000 btime 100000");
    ASSERT_TRUE(talk.await("info depth"));
    talk.say("ponderhit");
    talk.say("isready");
    EXPECT_EQ(talk.count("bestmove "), 0u);  // it has time, and this searcher takes it
    talk.say("stop");
    EXPECT_TRUE(talk.await("bestmove "));
}

TEST(UciSession, ShowsWdlIfAsked) {
    Conversation talk(random_searcher);
    talk.say("setoption name UCI_ShowWDL value true");
    talk.say("go");
    ASSERT_TRUE(talk.await("bestmove "));
    EXPECT_TRUE(talk.said(" score cp 0 wdl "));
}

TEST(UciSession, KeepsALogIfAsked) {
    const std::string path =
        testing::TempDir() + "rookery  log " + std::to_string(getpid()) + ".txt";
    std::remove(path.c_str());
    {
        Conversation talk(random_searcher);
        talk.say("setoption name Debug Log File value " + path);
        talk.say("isready");
        talk.say("setoption name debug log file value <empty>");
        talk.say("d");
        talk.say("setoption name Debug Log File value /no/such/folder/file");
        EXPECT_EQ(talk.count("info string the file '/no/such/folder/file' cannot be written"), 1u);
    }
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(text, ">> isready\n<< readyok\n>> setoption name debug log file value <empty>\n");
    std::remove(path.c_str());
}

TEST(UciSession, ExplainsAndMeasures) {
    Conversation talk(random_searcher);
    talk.say("eval");
    EXPECT_TRUE(talk.said("\nmaterial ") && talk.said("for the side to move (White)"));
    EXPECT_TRUE(talk.said("by the network\n") && talk.said("\npieces "));
    talk.say("setoption name Evaluator value material");
    talk.say("eval");
    EXPECT_EQ(talk.count("value   +0.00 for the side to move (White), by material"), 1u);
    talk.say("compiler");
    EXPECT_EQ(talk.count("Compiled by "), 1u);
    talk.say("bench 1");
    talk.say("bench x");
    EXPECT_TRUE(talk.await(std::to_string(bench_positions().size()) + " nodes "));
    EXPECT_EQ(talk.count("info string bench: the depth must be a number"), 1u);
}

}  // namespace
}  // namespace rookery::uci

namespace rookery {
namespace {

constexpr SearcherEntry one_searcher[] = {
    {"random", "any move", [](const SearcherSetup& setup) -> std::unique_ptr<Searcher> {
         return std::make_unique<RandomSearcher>(setup.seed);
     }}};

// The output of the program.
std::string conversation(Dialect expected, const std::string& input) {
    std::istringstream in(input);
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::tmpfile(), std::fclose);
    run_loop({"Rookery test", {one_searcher}, 1}, expected, in, out.get());
    std::rewind(out.get());
    std::string text;
    std::array<char, 4096> buffer{};
    while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), out.get()))
        text.append(buffer.data(), got);
    return text;
}

TEST(Loop, TheFirstWordDecidesTheProtocol) {
    for (const Dialect expected : {Dialect::Uci, Dialect::Xboard}) {
        EXPECT_EQ(conversation(expected, "uci\nquit\n").rfind("id name Rookery test\n", 0), 0u);
        EXPECT_EQ(
            conversation(expected, "\n  xboard\r\nprotover 2\nquit\n").rfind("feature done=0\n", 0),
            0u);
    }
}

TEST(Loop, OtherWordsKeepTheExpectedProtocol) {
    EXPECT_EQ(conversation(Dialect::Uci, "isready\nxboard\n"),
              "readyok\ninfo string unknown command 'xboard'; help lists them\n");
    EXPECT_EQ(conversation(Dialect::Xboard, "ping 1\nuci\nping 2\nquit\nping 3\n"),
              "pong 1\nError (unknown command): uci\npong 2\n");
}

TEST(Loop, EndsWithTheInput) {
    for (const Dialect expected : {Dialect::Uci, Dialect::Xboard})
        for (const char* input : {"", "\n\n", "quit", "xboard", "uci"})
            (void)conversation(expected, input);
    // During an analysis.
    const std::string said = conversation(Dialect::Xboard, "xboard\nnew\nforce\nanalyze\nping 1");
    EXPECT_NE(said.find("pong 1\n"), std::string::npos);
}

TEST(Loop, RefusesALongFirstLine) {
    const std::string line(max_line_length + 1, 'x');
    EXPECT_EQ(
        conversation(Dialect::Uci, line + "\nquit\n").rfind("info string the line is longer", 0),
        0u);
    EXPECT_EQ(conversation(Dialect::Xboard, line + "\nquit\n"), "Error (too long a line): ...\n");
}

}  // namespace
}  // namespace rookery
