#include "protocol/xboard_text.h"

#include "eval/evaluator.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "search/random_searcher.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery::xboard {
namespace {

using namespace std::chrono_literals;

Position position_of(const char* fen) { return parse_fen(fen)->position; }

constexpr SearcherEntry searchers[] = {
    {"one", "", nullptr, "classical"},
    {"two", "", nullptr, "classical"},
};

TEST(XboardText, ListsItsFeaturesBetweenDone0AndDone1) {
    const std::string text =
        feature_lines("Rookery 1", OptionTable(searchers, all_evaluators(), false));
    EXPECT_EQ(text.rfind("feature done=0\n", 0), 0u);
    EXPECT_EQ(text.substr(text.size() - 15), "feature done=1\n");
    for (const char* part : {"myname=\"Rookery 1\"",
                             "ping=1",
                             "setboard=1",
                             "playother=1",
                             "usermove=1",
                             "san=0",
                             "time=1",
                             "draw=1",
                             "reuse=1",
                             "analyze=1",
                             "colors=0",
                             "name=1",
                             "sigint=0",
                             "sigterm=0",
                             "memory=1",
                             "smp=1",
                             "nps=1",
                             "exclude=1",
                             "variants=\"normal,fischerandom\"",
                             "option=\"Clear Hash -button\"",
                             "option=\"MultiPV -spin 1 1 256\"",
                             "option=\"Searcher -combo *one /// two\"",
                             "option=\"UCI_LimitStrength -check 0\"",
                             "option=\"Debug Log File -string \""})
        EXPECT_NE(text.find(part), std::string::npos) << part;
    // There are commands for these.
    for (const char* part : {"\"Hash", "Threads", "Ponder", "UCI_Chess960"})
        EXPECT_EQ(text.find(part), std::string::npos) << part;
}

TEST(XboardText, WritesThinking) {
    const Position start = Position::start();
    LineReport report;
    report.depth = 9;
    report.nodes = 48000;
    report.moves = {*parse_coordinate(start, "g1f3")};
    report.moves.push_back(*parse_coordinate(start.after(report.moves[0]), "b8c6"));
    EXPECT_EQ(thinking_line(start, report, 10849ms), "9 0 1084 48000 Nf3 Nc6\n");
    EXPECT_EQ(thinking_line(start, report, 5ms, "e5"), "9 0 0 48000 (e5) Nf3 Nc6\n");
    report.depth = 0;
    report.moves.push_back(report.moves[0]);  // not legal there
    EXPECT_EQ(thinking_line(start, report, 0ms), "1 0 0 48000 Nf3 Nc6\n");
}

TEST(XboardText, CountsMatesFromOneHundredThousand) {
    const Position start = Position::start();
    EXPECT_EQ(score_number(Score::mate_in(1), start), 100'001);
    EXPECT_EQ(score_number(Score::mate_in(5), start), 100'003);
    EXPECT_EQ(score_number(Score::mated_in(4), start), -100'002);
    EXPECT_EQ(score_number(Score::mated_in(0), start), -100'000);
    EXPECT_EQ(score_number(Score(0), start), 0);
    EXPECT_LT(score_number(Score(-100), start), 0);
}

TEST(XboardText, WritesCastlingUnambiguously) {
    const Position usual = position_of("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    const Move short_castling = *parse_coordinate(usual, "e1h1");
    EXPECT_EQ(move_text(usual, short_castling, false), "e1g1");
    EXPECT_EQ(move_text(usual, short_castling, true), "O-O");
    EXPECT_EQ(move_text(usual, *parse_coordinate(usual, "e1a1"), true), "O-O-O");
    const Position inner = position_of("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1");
    EXPECT_EQ(move_text(inner, *parse_coordinate(inner, "e1g1"), false), "O-O");
    EXPECT_EQ(move_text(usual, *parse_coordinate(usual, "e1e2"), true), "e1e2");
}

TEST(XboardText, WritesTheProgressOfAnAnalysis) {
    Progress progress;
    progress.elapsed = 12345ms;
    progress.nodes = 99;
    progress.depth = 7;
    progress.move_number = 5;
    progress.move = *parse_coordinate(Position::start(), "e2e4");
    EXPECT_EQ(status_line(Position::start(), progress, false), "stat01: 1234 99 7 15 20 e2e4\n");
    EXPECT_EQ(status_line(Position::start(), {}, false), "stat01: 0 0 0 0 20\n");
}

std::string result_of(const char* fen) {
    const Game game(position_of(fen));
    return result_line(game, declared_ending(game));
}

TEST(XboardText, NamesEveryEnding) {
    EXPECT_EQ(result_of("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"), "1-0 {White mates}\n");
    EXPECT_EQ(result_of("7K/6q1/5k2/8/8/8/8/8 w - - 0 1"), "0-1 {Black mates}\n");
    EXPECT_EQ(result_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "1/2-1/2 {Stalemate}\n");
    EXPECT_EQ(result_of("7k/8/8/8/8/8/8/KN6 w - - 0 1"),
              "1/2-1/2 {Draw by insufficient material}\n");
    EXPECT_EQ(result_of("7k/8/8/8/8/8/8/KR6 w - - 100 90"), "1/2-1/2 {Draw by fifty moves}\n");
    Game game;
    for (int i = 0; i < 2; ++i)
        for (const char* move : {"g1f3", "g8f6", "f3g1", "f6g8"})
            ASSERT_TRUE(game.play(*parse_coordinate(game.position(), move)));
    EXPECT_EQ(result_line(game, declared_ending(game)), "1/2-1/2 {Draw by repetition}\n");
}

// Interfaces would call it a false claim.
TEST(XboardText, DoesNotClaimThatLockedPawnsAreDead) {
    const char* locked = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1";
    const Game game(position_of(locked));
    ASSERT_EQ(game.ending(), GameEnding::DeadPosition);
    EXPECT_EQ(declared_ending(game), GameEnding::None);
    EXPECT_EQ(declared_ending(Game(position_of("4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 100 90"))),
              GameEnding::FiftyMoves);
}

TEST(XboardText, MakesForeignTextHarmless) {
    EXPECT_EQ(error_line("unknown command", "a\x1b[2J\nb"), "Error (unknown command): a b\n");
    EXPECT_EQ(illegal_move_line("e2e5"), "Illegal move: e2e5\n");
    EXPECT_EQ(illegal_move_line("e2e5", "why"), "Illegal move (why): e2e5\n");
    EXPECT_LT(illegal_move_line(std::string(10000, 'x')).size(), 100u);
}

}  // namespace
}  // namespace rookery::xboard
