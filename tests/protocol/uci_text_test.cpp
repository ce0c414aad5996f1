#include "protocol/uci_text.h"

#include "eval/win_rate.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

namespace rookery::uci {
namespace {

using test::position_of;
constexpr Move e2e4{Square::E2, Square::E4};
constexpr Move e7e5{Square::E7, Square::E5};

// The score text with all pieces on the board; the centipawns change with every fit of win rates.
std::string shown(int value) {
    return "cp " + std::to_string(centipawns(Score(value), Position::start()));
}

TEST(UciText, WritesInfoInTheUsualOrder) {
    LineReport report;
    report.depth = 3;
    report.selective_depth = 5;
    report.score = Score(25);
    report.nodes = 5000;
    report.elapsed = std::chrono::milliseconds(20);
    report.hashfull = 7;
    report.moves = {e2e4, e7e5};
    EXPECT_EQ(info_line(Position::start(), report, false),
              "info depth 3 seldepth 5 multipv 1 score " + shown(25) +
                  " nodes 5000 nps 250000 hashfull 7 "
                  "tbhits 0 time 20 pv e2e4 e7e5\n");
    report.bound = LineReport::Bound::Lower;
    EXPECT_NE(info_line(Position::start(), report, false)
                  .find("score " + shown(25) + " lowerbound nodes"),
              std::string::npos);
}

TEST(UciText, NeverShowsAnIllegalMove) {
    LineReport report;
    report.moves = {e2e4, e2e4};
    EXPECT_NE(info_line(Position::start(), report, false).find("pv e2e4\n"), std::string::npos);
    SearchResult result;
    result.best = e7e5;
    EXPECT_EQ(best_move_line(Position::start(), result, false), "bestmove (none)\n");
}

TEST(UciText, WritesMatesInMoves) {
    EXPECT_EQ(score_text(Score::mate_in(3), Position::start()), "mate 2");
    EXPECT_EQ(score_text(Score::mated_in(2), Position::start()), "mate -1");
    EXPECT_EQ(score_text(Score::mated_in(0), Position::start()), "mate 0");
    EXPECT_EQ(score_text(Score(-31), Position::start()), shown(-31));
}

TEST(UciText, WritesBestMoveWithPonder) {
    SearchResult result;
    EXPECT_EQ(best_move_line(Position::start(), result, false), "bestmove (none)\n");
    result.best = e2e4;
    EXPECT_EQ(best_move_line(Position::start(), result, false), "bestmove e2e4\n");
    result.ponder = e7e5;
    EXPECT_EQ(best_move_line(Position::start(), result, false), "bestmove e2e4 ponder e7e5\n");
    result.ponder = e2e4;
    EXPECT_EQ(best_move_line(Position::start(), result, false), "bestmove e2e4\n");
}

TEST(UciText, WritesCastlingByTheVariant) {
    const Position position = position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    SearchResult result;
    result.best = {Square::E1, Square::H1, MoveKind::Castling};
    EXPECT_EQ(best_move_line(position, result, false), "bestmove e1g1\n");
    EXPECT_EQ(best_move_line(position, result, true), "bestmove e1h1\n");
}

TEST(UciText, MakesForeignTextHarmless) {
    EXPECT_EQ(info_string("a\nbestmove e2e4\x07"), "info string a bestmove e2e4?\n");
}

TEST(UciText, DescribesAPosition) {
    const std::string text = describe(position_of("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"), false);
    EXPECT_NE(text.find("2 |   |   |   |   | q |   |   |   |\n"), std::string::npos);
    EXPECT_NE(text.find("\nFen: 4k3/8/8/8/8/8/4q3/4K3 w - - 0 1\n"), std::string::npos);
    EXPECT_NE(text.find("\nCheckers: e2\n"), std::string::npos);
    EXPECT_NE(text.find("\nLegal moves: 1\n"), std::string::npos);
}

}  // namespace
}  // namespace rookery::uci
