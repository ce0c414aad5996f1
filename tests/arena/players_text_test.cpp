// What engines say and what we say to them, as text.
#include "arena/players/engine_link.h"
#include "arena/players/player_spec.h"
#include "arena/players/uci_info.h"
#include "arena/players/uci_player.h"
#include "arena/players/xboard_player.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

namespace rookery::arena {
namespace {

using namespace std::chrono_literals;

TEST(UciInfo, ReadsAFullLine) {
    const UciInfo info = parse_info(
        " depth 12 seldepth 18 multipv 2 score cp -35 upperbound wdl 1 990 9 nodes 123456 nps 99 "
        "hashfull 3 tbhits 0 time 1500 pv e2e4 e7e5 g1f3 bmc 2.5");
    EXPECT_EQ(info.depth, 12);
    EXPECT_EQ(info.selective_depth, 18);
    EXPECT_EQ(info.line, 2);
    EXPECT_EQ(info.score,
              (EngineScore{EngineScore::Kind::Centipawns, -35, EngineScore::Bound::Upper}));
    EXPECT_EQ(info.nodes, 123456U);
    EXPECT_EQ(info.time, Duration(1500ms));
    EXPECT_EQ(info.moves, "e2e4 e7e5 g1f3 bmc 2.5");
}

TEST(UciInfo, BearsOddLines) {
    EXPECT_EQ(parse_info("pv e2e4 e7e5 score mate -3 time 5").moves, "e2e4 e7e5");
    EXPECT_EQ(parse_info("pv e2e4 score mate -3").score,
              (EngineScore{EngineScore::Kind::Mate, -3}));
    EXPECT_FALSE(parse_info("string score cp 5 depth 3").score.has_value());
    EXPECT_FALSE(parse_info("score cp").score.has_value());
    EXPECT_FALSE(parse_info("score cp abc").score.has_value());
    EXPECT_EQ(parse_info("depth score cp 7").score->value, 7);
    EXPECT_EQ(parse_info("depth 99999999999999999999999").depth, std::numeric_limits<int>::max());
    EXPECT_FALSE(parse_info("nodes -5 time -1").nodes.has_value());
    EXPECT_FALSE(parse_info("lowerbound").score.has_value());
    EXPECT_EQ(parse_info("").line, 1);
}

TEST(UciInfo, ReadsBestMovesAndOptions) {
    EXPECT_EQ(parse_best_move(" e2e4 ponder e7e5").move, "e2e4");
    EXPECT_EQ(parse_best_move(" e2e4 ponder e7e5").ponder, "e7e5");
    EXPECT_EQ(parse_best_move("").move, "");
    const auto spin = parse_option(" name Move Overhead type spin default 10 min 0 max 5000");
    ASSERT_TRUE(spin.has_value());
    EXPECT_EQ(spin->name, "Move Overhead");
    EXPECT_EQ(spin->type, "spin");
    EXPECT_EQ(spin->default_value, "10");
    EXPECT_EQ(spin->max, 5000);
    const auto combo = parse_option(" name Style type combo default A B var A B var C");
    ASSERT_TRUE(combo.has_value());
    EXPECT_EQ(combo->choices, (std::vector<std::string>{"A B", "C"}));
    EXPECT_EQ(combo->default_value, "A B");
    EXPECT_FALSE(parse_option(" type spin").has_value());
    EXPECT_FALSE(parse_option("").has_value());
}

RC_GTEST_PROP(UciInfo, SurvivesGarbage, (const std::string& text)) {
    static_cast<void>(parse_info(text));
    static_cast<void>(parse_best_move(text));
    static_cast<void>(parse_option(text));
    static_cast<void>(parse_features(text));
    static_cast<void>(parse_thinking(text));
    static_cast<void>(move_in_line(text));
    const Game game;
    RC_ASSERT(check_line(game, text).moves.size() <= text.size());
}

RC_GTEST_PROP(UciInfo, SurvivesItsOwnWordsInAnyOrder, ()) {
    const auto words = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "info", "depth", "score", "cp", "mate", "pv", "e2e4", "nodes", "time", "-1", "12", "string",
        "name", "type", "default", "var", "min", "max", "lowerbound", "multipv", "=", "\"", "9."));
    std::string text;
    for (const std::string& word : words) text += word + " ";
    const UciInfo info = parse_info(text);
    if (info.nodes) RC_ASSERT(*info.nodes == 12U);
    static_cast<void>(parse_option(text));
    static_cast<void>(parse_features(text));
    static_cast<void>(parse_thinking(text));
}

TEST(UciCommands, SayThePosition) {
    Game game;
    std::string text;
    append_position(text, game, false);
    EXPECT_EQ(text, "position startpos\n");
    game.play({Square::E2, Square::E4});
    text.clear();
    append_position(text, game, false);
    EXPECT_EQ(text, "position startpos moves e2e4\n");
    Game castle(test::position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    castle.play({Square::E1, Square::H1, MoveKind::Castling});
    text.clear();
    append_position(text, castle, false);
    EXPECT_EQ(text, "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1\n");
    text.clear();
    append_position(text, castle, true);
    EXPECT_EQ(text, "position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1 moves e1h1\n");
}

std::string go_text(const MoveRequest& request) {
    std::string text;
    append_go(text, request);
    return text;
}

TEST(UciCommands, SayTheLimits) {
    const Game game;
    MoveRequest request{.game = game};
    request.timeout = 1s;
    EXPECT_EQ(go_text(request), "go depth 1\n");
    request.clocks[Color::Black] = ClockReading{5s, 0us, 0};
    request.nodes = 1000;
    EXPECT_EQ(go_text(request), "go nodes 1000\n");
    request.nodes.reset();
    request.clocks[Color::White] = ClockReading{Duration(2'999'999), 30ms, 12};
    EXPECT_EQ(go_text(request), "go wtime 2999 winc 30 btime 5000 movestogo 12\n");
    request.clocks[Color::White] = ClockReading{Duration(1), 0us, 0};
    request.clocks[Color::Black] = ClockReading{Duration(-5), 0us, 0};
    EXPECT_EQ(go_text(request), "go wtime 1 btime 1\n");
    request.clocks = {};
    request.per_move = 100ms;
    request.depth = 6;
    EXPECT_EQ(go_text(request), "go movetime 100 depth 6\n");
}

TEST(LineCheck, FindsTheEndOfTheGame) {
    const Game start;
    EXPECT_EQ(check_line(start, "e2e4 e7e5").warning, "");
    EXPECT_EQ(check_line(start, "f2f3 e7e5 g2g4 d8h4").warning, "");
    EXPECT_NE(check_line(start, "f2f3 e7e5 g2g4 d8h4 a2a3").warning.find("checkmate"),
              std::string::npos);
    const std::string shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    EXPECT_EQ(check_line(start, shuffle).warning, "");
    EXPECT_NE(check_line(start, shuffle + " e2e4").warning.find("threefold"), std::string::npos);
    const Game fifty(test::position_of("4k3/8/8/8/8/8/8/R3K3 w - - 99 80"));
    EXPECT_NE(check_line(fifty, "a1a2 e8e7").warning.find("fifty"), std::string::npos);
    const Game dead(test::position_of("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1"));
    EXPECT_NE(check_line(dead, "e1e2 e8e7").warning.find("mate"), std::string::npos);
    EXPECT_NE(check_line(start, "e2e4 xyz").warning.find("unreadable"), std::string::npos);
    EXPECT_EQ(check_line(start, "e2e4 xyz").moves.size(), 1U);
}

TEST(XboardLines, AreRead) {
    const auto features = parse_features(" ping=1 myname=\"My Engine 1\" done=0");
    ASSERT_EQ(features.size(), 3U);
    EXPECT_EQ(features[1].second, "My Engine 1");
    EXPECT_EQ(parse_features("myname=\"open").front().second, "open");
    const auto thinking = parse_thinking("9. -156 1084 48000 Nf3 Nc6");
    ASSERT_TRUE(thinking.has_value());
    EXPECT_EQ(thinking->depth, 9);
    EXPECT_EQ(thinking->score, (EngineScore{EngineScore::Kind::Centipawns, -156}));
    EXPECT_EQ(thinking->time, Duration(10840ms));
    EXPECT_EQ(thinking->nodes, 48000U);
    EXPECT_EQ(parse_thinking("9 100003 0 1")->score, (EngineScore{EngineScore::Kind::Mate, 3}));
    EXPECT_FALSE(parse_thinking("move e2e4").has_value());
    EXPECT_EQ(move_in_line("move e2e4"), "e2e4");
    EXPECT_EQ(move_in_line("1. ... e2e4"), "e2e4");
    EXPECT_EQ(move_in_line("My move is: e2e4"), "e2e4");
    EXPECT_EQ(move_in_line("1. e4"), "");
    EXPECT_EQ(level_time(500ms), "0:01");
    EXPECT_EQ(level_time(65s), "1:05");
}

}  // namespace
}  // namespace rookery::arena
