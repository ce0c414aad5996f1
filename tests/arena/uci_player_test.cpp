// The lines of UCI engines, and players against engines that misbehave in every way we know.
#include "arena/players/uci_player.h"

#include "arena/players/engine_link.h"
#include "arena/players/xboard_player.h"
#include "chess/game.h"
#include "notation/coordinate.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <chrono>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

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

EngineSpec fake(std::vector<std::string> arguments) {
    EngineSpec spec;
    spec.name = "Fake";
    spec.command = ROOKERY_SOURCE_DIR "/tests/support/fake_engine.py";
    spec.arguments = std::move(arguments);
    return spec;
}

EngineTimeouts patient() {
    EngineTimeouts timeouts;
    timeouts.hello = 30s;
    timeouts.ready = 30s;
    return timeouts;
}

MoveRequest request_for(const Game& game, Duration timeout = 30s) {
    MoveRequest request{.game = game};
    request.timeout = timeout;
    request.nodes = 1000;
    return request;
}

void begin(UciPlayer& player) {
    const auto started = player.start();
    ASSERT_TRUE(started.ok()) << started.error();
    const auto ready = player.new_game(false);
    ASSERT_TRUE(ready.ok()) << ready.error();
}

// One move from the starting position by a fake in that mode.
MoveReply reply_in_mode(const std::string& mode, Duration timeout = 30s) {
    UciPlayer player(fake({mode, "--moves", "e2e4"}), patient());
    begin(player);
    const Game game;
    return player.choose(request_for(game, timeout));
}

bool warns(const MoveReply& reply, std::string_view about) {
    for (const std::string& warning : reply.warnings)
        if (warning.find(about) != std::string::npos) return true;
    return false;
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

const Move e2e4(Square::E2, Square::E4);

TEST(UciPlayer, PlaysAGameWithAGoodOne) {
    UciPlayer player(fake({"good", "--moves", "e2e4,e7e5,g1f3,b8c6,f1c4,g8f6,e1g1"}), patient());
    begin(player);
    EXPECT_EQ(player.name(), "Fake");
    EXPECT_EQ(player.identity(), "Fake 1.0");
    Game game;
    for (int ply = 0; ply < 7; ++ply) {
        const MoveReply reply = player.choose(request_for(game));
        ASSERT_EQ(reply.trouble, Trouble::None) << reply.details;
        EXPECT_TRUE(reply.warnings.empty()) << reply.warnings.front();
        EXPECT_EQ(reply.score, (EngineScore{EngineScore::Kind::Centipawns, 31}));
        EXPECT_EQ(reply.depth, 5);
        EXPECT_EQ(reply.selective_depth, 7);
        EXPECT_EQ(reply.nodes, 1234U);
        EXPECT_EQ(reply.claimed, Duration(12ms));
        EXPECT_GT(reply.spent.count(), 0);
        ASSERT_EQ(reply.line.size(), 1U);
        ASSERT_TRUE(game.play(reply.move));
    }
    EXPECT_TRUE(game.moves().back().is_castling());
    EXPECT_TRUE(contains(player.conversation(), "> go nodes 1000"));
    EXPECT_TRUE(contains(player.conversation(), "< bestmove e1g1"));
    player.stop();
    player.stop();
}

TEST(UciPlayer, TakesKingTakesRookForCastlingInChess960) {
    UciPlayer player(fake({"good", "--moves", "e1h1"}), patient());
    ASSERT_TRUE(player.start().ok());
    ASSERT_TRUE(player.new_game(true).ok());
    const Game game(test::position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    MoveRequest request = request_for(game);
    request.chess960 = true;
    const MoveReply reply = player.choose(request);
    EXPECT_EQ(reply.trouble, Trouble::None);
    EXPECT_TRUE(reply.move.is_castling());
    EXPECT_TRUE(contains(player.conversation(), "heard setoption name UCI_Chess960 value true"));
    EXPECT_TRUE(contains(player.conversation(), "w H - 0 1"));
}

TEST(UciPlayer, TellsTroublesApart) {
    EXPECT_EQ(reply_in_mode("illegal").trouble, Trouble::IllegalMove);
    EXPECT_TRUE(contains(reply_in_mode("illegal").details, "e2e5: "));
    const MoveReply garbage = reply_in_mode("garbage");
    EXPECT_EQ(garbage.trouble, Trouble::Unreadable);
    EXPECT_EQ(garbage.said.find('\x1b'), std::string::npos);
    EXPECT_EQ(reply_in_mode("nomove").trouble, Trouble::NoMove);
    EXPECT_EQ(reply_in_mode("empty").trouble, Trouble::NoMove);
    EXPECT_FALSE(reply_in_mode("nomove").move);
}

TEST(UciPlayer, SaysHowItCrashed) {
    const MoveReply crash = reply_in_mode("crash");
    EXPECT_EQ(crash.trouble, Trouble::Crashed);
    EXPECT_TRUE(contains(crash.details, "status 1")) << crash.details;
    EXPECT_TRUE(contains(crash.details, "cannot go on")) << crash.details;
    const MoveReply abort = reply_in_mode("abort");
    EXPECT_EQ(abort.trouble, Trouble::Crashed);
    EXPECT_TRUE(contains(abort.details, "SIGABRT")) << abort.details;
    EXPECT_EQ(reply_in_mode("leave").trouble, Trouble::Disconnected);
    const MoveReply silent = reply_in_mode("disconnect");
    EXPECT_EQ(silent.trouble, Trouble::Disconnected);
    EXPECT_TRUE(contains(silent.details, "still runs")) << silent.details;
    EXPECT_EQ(reply_in_mode("family").trouble, Trouble::Crashed);
}

TEST(UciPlayer, GivesUpOnThoseWhoStall) {
    for (const char* mode : {"stall", "endless-flood", "endless-line"}) {
        const MoveReply reply = reply_in_mode(mode, 300ms);
        EXPECT_EQ(reply.trouble, Trouble::Stalled) << mode;
        EXPECT_GE(reply.spent, Duration(300ms)) << mode;
        EXPECT_LT(reply.spent, Duration(20s)) << mode;
    }
    const MoveReply lazy = reply_in_mode("lazy", 300ms);
    EXPECT_EQ(lazy.trouble, Trouble::Stalled);
}

TEST(UciPlayer, AnswersAtOnceWhenInterrupted) {
    EngineTimeouts timeouts = patient();
    timeouts.interrupted = 30s;
    UciPlayer player(fake({"lazy", "--moves", "e2e4"}), timeouts);
    begin(player);
    const Game game;
    std::stop_source stop;
    stop.request_stop();
    MoveRequest request = request_for(game);
    request.interrupt = stop.get_token();
    const MoveReply reply = player.choose(request);
    EXPECT_EQ(reply.trouble, Trouble::None) << reply.details;
    EXPECT_EQ(reply.move, e2e4);
}

TEST(UciPlayer, ThoseWhoDoNotHearTheInterruptionAreEnded) {
    EngineTimeouts timeouts = patient();
    timeouts.interrupted = 200ms;
    UciPlayer player(fake({"stall", "--moves", "e2e4"}), timeouts);
    begin(player);
    const Game game;
    std::stop_source stop;
    stop.request_stop();
    MoveRequest request = request_for(game);
    request.interrupt = stop.get_token();
    EXPECT_EQ(player.choose(request).trouble, Trouble::Stalled);
}

TEST(UciPlayer, TellsItsThoughtsAndLatency) {
    UciPlayer player(fake({"bounds", "--moves", "e2e4"}), patient());
    begin(player);
    const Game game;
    std::vector<Thought> thoughts;
    MoveRequest request = request_for(game);
    request.on_thought = [&](const Thought& thought) { thoughts.push_back(thought); };
    ASSERT_EQ(player.choose(request).trouble, Trouble::None);
    // A bound, then the value; a weaker report or one of another line is left out.
    ASSERT_EQ(thoughts.size(), 2U);
    EXPECT_EQ(thoughts[0].move, e2e4);
    EXPECT_EQ(thoughts[0].score,
              (EngineScore{EngineScore::Kind::Centipawns, 5, EngineScore::Bound::Lower}));
    EXPECT_EQ(thoughts[1].score, (EngineScore{EngineScore::Kind::Centipawns, 20}));
    EXPECT_EQ(thoughts[1].nodes, 20U);
    EXPECT_GE(thoughts[1].after, thoughts[0].after);
    ASSERT_TRUE(player.latency().has_value());
    EXPECT_GT(player.latency()->count(), 0);
}

TEST(UciPlayer, IsNotHeldUpByOneWhoDoesNotRead) {
    EngineTimeouts hasty = patient();
    hasty.ready = 500ms;
    UciPlayer player(fake({"deaf"}), hasty);
    const auto started = player.start();
    ASSERT_FALSE(started.ok());
    EXPECT_TRUE(contains(started.error(), "readyok")) << started.error();
}

TEST(UciPlayer, BearsFloods) {
    for (const char* mode : {"flood", "long-line", "stderr-spam"}) {
        const MoveReply reply = reply_in_mode(mode);
        EXPECT_EQ(reply.trouble, Trouble::None) << mode << ": " << reply.details;
        EXPECT_EQ(reply.move, e2e4) << mode;
    }
}

TEST(UciPlayer, MeasuresTheTimeSpent) {
    UciPlayer player(fake({"overstep", "--seconds", "0.2", "--moves", "e2e4"}), patient());
    begin(player);
    const Game game;
    const MoveReply reply = player.choose(request_for(game));
    EXPECT_EQ(reply.trouble, Trouble::None);
    EXPECT_GE(reply.spent, Duration(200ms));
    EXPECT_EQ(reply.claimed, Duration(12ms));
}

TEST(UciPlayer, WarnsAboutLines) {
    const MoveReply bad = reply_in_mode("bad-pv");
    EXPECT_EQ(bad.trouble, Trouble::None);
    EXPECT_TRUE(warns(bad, "move 2 of its line, a1a8, is illegal"));
    EXPECT_EQ(bad.line, std::vector<Move>{e2e4});
    EXPECT_TRUE(warns(reply_in_mode("other-pv"), "its line began with a2a3"));
    EXPECT_TRUE(warns(reply_in_mode("no-info"), "no score"));

    UciPlayer player(fake({"past-mate", "--moves", "h5f7"}), patient());
    begin(player);
    const Game game(
        test::position_of("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1"));
    const MoveReply mate = player.choose(request_for(game));
    EXPECT_TRUE(warns(mate, "checkmate"));
    EXPECT_EQ(mate.score, (EngineScore{EngineScore::Kind::Mate, 1}));
}

TEST(UciPlayer, KeepsTheExactScoreOfTheBestLine) {
    const MoveReply reply = reply_in_mode("bounds");
    EXPECT_EQ(reply.trouble, Trouble::None);
    EXPECT_TRUE(reply.warnings.empty()) << reply.warnings.front();
    EXPECT_EQ(reply.score, (EngineScore{EngineScore::Kind::Centipawns, 20}));
    EXPECT_EQ(reply.depth, 8);
    EXPECT_EQ(reply.selective_depth, 12);
    EXPECT_EQ(reply.nodes, 40U);
    EXPECT_EQ(reply.claimed, Duration(77ms));
    EXPECT_EQ(reply.line.size(), 2U);
}

TEST(UciPlayer, DoesNotTakeASecondAnswerForTheNext) {
    UciPlayer player(fake({"twice", "--moves", "e2e4,e7e5"}), patient());
    begin(player);
    Game game;
    ASSERT_TRUE(game.play(player.choose(request_for(game)).move));
    const MoveReply reply = player.choose(request_for(game));
    EXPECT_EQ(reply.trouble, Trouble::None) << reply.said;
    EXPECT_TRUE(warns(reply, "without being asked: bestmove h2h4"));
}

TEST(UciPlayer, CanBeStartedAgainAfterTrouble) {
    UciPlayer player(fake({"crash", "--after", "1", "--moves", "e2e4,e7e5"}), patient());
    const Game game;
    for (int round = 0; round < 2; ++round) {
        begin(player);
        EXPECT_EQ(player.choose(request_for(game)).trouble, Trouble::None);
        EXPECT_EQ(player.choose(request_for(game)).trouble, Trouble::Crashed);
        EXPECT_EQ(player.choose(request_for(game)).trouble, Trouble::Disconnected);
        EXPECT_FALSE(player.new_game(false).ok());
    }
}

TEST(UciPlayer, FailsToStartWithAReason) {
    UciPlayer dead(fake({"die-at-start"}), patient());
    const auto died = dead.start();
    ASSERT_FALSE(died.ok());
    EXPECT_TRUE(contains(died.error(), "my network is missing")) << died.error();
    EXPECT_TRUE(contains(died.error(), "status 3")) << died.error();
    EXPECT_TRUE(contains(died.error(), "fake_engine.py die-at-start")) << died.error();

    EngineTimeouts hasty;
    hasty.hello = 500ms;
    hasty.ready = 500ms;
    UciPlayer hanging(fake({"hang-at-start"}), hasty);
    const auto hung = hanging.start();
    ASSERT_FALSE(hung.ok());
    EXPECT_TRUE(contains(hung.error(), "uciok")) << hung.error();

    EngineSpec missing;
    missing.command = "/no/such/engine";
    UciPlayer nobody(missing, patient());
    const auto none = nobody.start();
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error(), "cannot start '/no/such/engine': No such file or directory");
}

TEST(UciPlayer, SetsOptionsAndRefusesWrongOnes) {
    EngineSpec spec = fake({"good"});
    spec.options = {{"hash", "64"}, {"Clear Hash", ""}, {"style", "wild one"}};
    UciPlayer player(spec, patient());
    const auto started = player.start();
    ASSERT_TRUE(started.ok()) << started.error();
    EXPECT_TRUE(contains(player.conversation(), "> setoption name Hash value 64\n"));
    EXPECT_TRUE(contains(player.conversation(), "> setoption name Clear Hash\n"));
    EXPECT_TRUE(contains(player.conversation(), "> setoption name Style value Wild One\n"));

    const std::pair<std::pair<std::string, std::string>, std::string> wrong[] = {
        {{"Hsh", "64"}, "did you mean Hash"},
        {{"Hash", "4096"}, "1 to 1024"},
        {{"Hash", "much"}, "whole number"},
        {{"Style", "Odd"}, "Solid, Wild One"},
        {{"UCI_Chess960", "maybe"}, "true nor false"}};
    for (const auto& [option, why] : wrong) {
        spec.options = {option};
        UciPlayer refused(spec, patient());
        const auto result = refused.start();
        ASSERT_FALSE(result.ok()) << option.first;
        EXPECT_TRUE(contains(result.error(), why)) << result.error();
    }
}

TEST(UciPlayer, EndsThoseWhoWillNotGo) {
    EngineTimeouts hasty = patient();
    hasty.quit = 50ms;
    UciPlayer player(fake({"slow-quit"}), hasty);
    begin(player);
    const auto began = std::chrono::steady_clock::now();
    player.stop();
    EXPECT_LT(std::chrono::steady_clock::now() - began, 10s);
}

TEST(UciPlayer, MeasuresWhetherNodesAreObeyed) {
    UciPlayer fixed(fake({"good", "--moves", "e2e4"}), patient());
    EXPECT_FALSE(fixed.obeys_nodes());  // always 1234
}

TEST(UciPlayer, FindsThatStockfishObeysNodesLong) {
    if (!std::filesystem::exists("/usr/games/stockfish")) GTEST_SKIP() << "peers: no stockfish";
    EngineSpec spec;
    spec.name = spec.command = "/usr/games/stockfish";
    UciPlayer stockfish(spec, patient());
    EXPECT_TRUE(stockfish.obeys_nodes());
}

}  // namespace
}  // namespace rookery::arena
