#include "terminal/console/console_helpers.h"

#include "notation/fen.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>

namespace rookery {
namespace {

using test::ConsoleTalk;
using test::has;
using test::width_of;

constexpr const char* start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

std::string fen(const ConsoleTalk& talk) { return to_fen(talk.game().position()); }

TEST(ObjectivesOfTheStudy, M1_BoardIsShown) {
    ConsoleTalk talk;
    const std::string text = talk.say("d");
    EXPECT_TRUE(has(text, " 8 | r  n  b  q  k  b  n  r |"));
    EXPECT_TRUE(has(text, " 1 | R  N  B  Q  K  B  N  R |"));
    EXPECT_TRUE(has(text, "White to move.\n"));
    EXPECT_TRUE(has(text, std::string("FEN: ") + start + "\n"));
    EXPECT_TRUE(has(text, "Legal moves: 20\n"));
}

TEST(ObjectivesOfTheStudy, E1_PositionsAreLoaded) {
    const std::string kings = "8/6pp/3k4/8/3K1PPP/8/8/8 w - - 0 1";
    for (const char* before : {"position ", "position fen ", ""}) {
        ConsoleTalk talk;
        EXPECT_TRUE(has(talk.say(before + kings), "White to move."));
        EXPECT_EQ(fen(talk), kings);
        talk.say("position");
        EXPECT_EQ(fen(talk), start);
    }
}

TEST(Console, SetsPositionsWithMoves) {
    ConsoleTalk talk;
    talk.say("position startpos moves e4 e7e5 Nf3");
    EXPECT_EQ(fen(talk), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    EXPECT_TRUE(has(talk.say("d"), "1. e4 e5 2. Nf3\n"));
    talk.say("position fen 4k3/8/8/8/8/8/8/4K2R b K - 0 7 moves Ke7 O-O");
    EXPECT_EQ(fen(talk), "8/4k3/8/8/8/8/8/5RK1 b - - 2 8");
    EXPECT_TRUE(has(talk.say("d"), "7... Ke7 8. O-O\n"));
}

TEST(Console, RefusesPositionsAndKeepsTheOldOne) {
    ConsoleTalk talk;
    talk.say("e4");
    const std::string before = fen(talk);
    const std::pair<const char*, const char*> cases[] = {
        {"position fen 8/8/8/8/8/8/8/K7 w - - 0 1", "no king"},
        {"position fen", "This is not a position."},
        {"position rubbish", "This is not a position."},
        {"position r3k2r/Pppp1ppp/1b3nbN/nP6//q4N2/Pp1P2PP/R2Q1RK1 w kq",
         "This is not a position."},
        {"position startpos e4", "After startpos comes 'moves', not 'e4'."},
        {"position startpos moves e4 e4", "Move 2: "},
        {"8/8/8/8/8/8/8/8 w - - 0 1", "This is not a position."},
    };
    for (const auto& [line, reason] : cases) {
        EXPECT_TRUE(has(talk.say(line), reason)) << line << "\n" << talk.reply.text;
        EXPECT_EQ(fen(talk), before) << line;
    }
}

TEST(Console, SaysWhatItMended) {
    ConsoleTalk talk;
    EXPECT_TRUE(
        has(talk.say("position 4k3/8/8/8/8/8/8/4K3 w KQ - 0 1"), "castling right was dropped"));
}

TEST(Console, MakesMovesTypedAlone) {
    for (const char* line : {"e4", "e2e4", "moves e4", "E2-E4"}) {
        ConsoleTalk talk;
        EXPECT_TRUE(has(talk.say(line), "Black to move.\n")) << line;
        EXPECT_EQ(talk.game().plies(), 1u) << line;
    }
    ConsoleTalk talk;
    talk.say("e4 e5 Nf3");
    EXPECT_EQ(talk.game().plies(), 3u);
}

TEST(Console, RefusesMovesWithTheReason) {
    ConsoleTalk talk;
    EXPECT_EQ(talk.say("e5"), "No pawn of yours can go to e5.\n");
    EXPECT_EQ(talk.say("moves e4 e5 Ke3"), "Move 3: A king does not move like that.\n");
    EXPECT_EQ(talk.say("moves xyzzy"), "'xyzzy' is not a move.\n");
    EXPECT_EQ(talk.game().plies(), 0u);
    talk.say("position 8/P6k/8/8/8/8/5K1P/8 w - - 0 1");
    EXPECT_EQ(talk.say("a8"), "'a8' can be a8=B or a8=N or a8=Q or a8=R: say which.\n");
    talk.say("a8=Q");
    EXPECT_EQ(talk.game().plies(), 1u);
}

TEST(Console, TellsHowTheGameEnded) {
    ConsoleTalk talk;
    EXPECT_TRUE(has(talk.say("f3 e5 g4 Qh4"), "Checkmate, 0-1.\n"));
    EXPECT_TRUE(has(talk.say("Kf2"), "The game is over before 'Kf2': checkmate."));
    EXPECT_TRUE(has(talk.say("moves"), "0 legal moves\n"));
    EXPECT_TRUE(has(talk.say("play"), "over"));
    EXPECT_TRUE(has(talk.say("game"), "over"));
    EXPECT_EQ(talk.say("go 10"), "There is no legal move.\n");
    EXPECT_EQ(talk.say("compare 10"), "There is no legal move.\n");
}

TEST(Console, ListsTheLegalMoves) {
    ConsoleTalk talk;
    const std::string text = talk.say("moves");
    EXPECT_TRUE(has(text, "knights  Na3 Nc3 Nf3 Nh3\n"));
    EXPECT_TRUE(has(text, "20 legal moves\n"));
    EXPECT_FALSE(has(text, "rooks"));
    talk.say("position r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    talk.screen.columns = 39;
    EXPECT_LE(width_of(talk.say("moves")), 39u);
    EXPECT_TRUE(has(talk.reply.text, "48 legal moves\n"));
}

TEST(Console, DescribesThePosition) {
    ConsoleTalk talk;
    EXPECT_EQ(talk.say("fen"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    talk.say("e4");
    EXPECT_TRUE(has(talk.say("pgn"), "\n1. e4 *\n"));
    EXPECT_EQ(talk.say("where e4"), "e4: white pawn.\n");
    EXPECT_EQ(talk.say("rank 4"), "Rank 4: white pawn e4.\n");
    const std::string flipped = talk.say("flip");
    EXPECT_LT(flipped.find(" 1 |"), flipped.find(" 8 |"));
    EXPECT_LT(talk.say("d").find(" 1 |"), talk.say("d").find(" 8 |"));
    talk.say("position 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
    EXPECT_TRUE(has(talk.say("safety"), "q!"));
    EXPECT_TRUE(has(talk.say("hint"), "Look at your pawn on e4."));
    EXPECT_EQ(talk.say("hint"), "I would play exd5.\n");
}

TEST(Console, SavesAndLoadsGames) {
    const std::string path = testing::TempDir() + "rookery_console_" + std::to_string(getpid());
    ConsoleTalk talk;
    talk.say("e4 e5");
    EXPECT_TRUE(has(talk.say("save " + path), "Saved as"));
    talk.say("position");
    EXPECT_TRUE(has(talk.say("save " + path), "--force replaces it"));
    EXPECT_TRUE(has(talk.say("load " + path), "White to move."));
    EXPECT_EQ(talk.game().plies(), 2u);
    EXPECT_TRUE(has(talk.say("load /nowhere/at/all"), "/nowhere/at/all cannot be read."));
    EXPECT_EQ(talk.game().plies(), 2u);
    std::remove(path.c_str());
}

TEST(Console, TakesMovesBack) {
    ConsoleTalk talk;
    EXPECT_EQ(talk.say("undo"), "There is nothing to take back.\n");
    talk.say("e4 e5 Nf3");
    EXPECT_TRUE(has(talk.say("undo"), "White to move."));
    EXPECT_EQ(talk.game().plies(), 2u);
    EXPECT_EQ(talk.say("undo 3"), "Only 2 half-moves can be taken back.\n");
    for (const char* line : {"undo 0", "undo -1", "undo many", "undo 99999999999"})
        EXPECT_TRUE(has(talk.say(line), "is not a number of half-moves")) << line;
    talk.say("undo 2");
    EXPECT_EQ(fen(talk), start);
}

}  // namespace
}  // namespace rookery
