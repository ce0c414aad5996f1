// Xboard players against engines that misbehave in every way we know.
#include "arena/players/xboard_player.h"

#include "chess/game.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace rookery::arena {
namespace {

using namespace std::chrono_literals;

EngineSpec fake(std::vector<std::string> arguments) {
    EngineSpec spec;
    spec.name = "Fake";
    spec.protocol = Protocol::Xboard;
    spec.command = ROOKERY_SOURCE_DIR "/tests/support/fake_xboard.py";
    spec.arguments = std::move(arguments);
    return spec;
}

EngineTimeouts patient() {
    EngineTimeouts timeouts;
    timeouts.hello = 30s;
    timeouts.ready = 30s;
    timeouts.interrupted = 30s;
    return timeouts;
}

void begin(XboardPlayer& player) {
    const auto started = player.start();
    ASSERT_TRUE(started.ok()) << started.error();
    const auto ready = player.new_game(false);
    ASSERT_TRUE(ready.ok()) << ready.error();
}

MoveRequest request_for(const Game& game, Duration timeout = 30s) {
    MoveRequest request{.game = game};
    request.per_move = 1s;
    request.timeout = timeout;
    return request;
}

// One move from the starting position by a fake in that mode.
MoveReply reply_in_mode(const std::string& mode, Duration timeout = 30s) {
    XboardPlayer player(fake({mode, "--moves", "e2e4"}), patient());
    begin(player);
    const Game game;
    return player.choose(request_for(game, timeout));
}

const Move e2e4(Square::E2, Square::E4);

TEST(XboardPlayer, PlaysBothSidesOfAGame) {
    for (const char* silent : {"", "--silent"}) {
        std::vector<std::string> arguments{"good", "--moves", "e2e4,e7e5,g1f3,b8c6"};
        if (*silent != '\0') arguments.emplace_back(silent);
        XboardPlayer player(fake(arguments), patient());
        begin(player);
        Game game;
        for (int ply = 0; ply < 4; ++ply) {
            std::vector<Thought> thoughts;
            MoveRequest request = request_for(game);
            request.on_thought = [&](const Thought& thought) { thoughts.push_back(thought); };
            const MoveReply reply = player.choose(request);
            ASSERT_EQ(reply.trouble, Trouble::None) << reply.details;
            EXPECT_EQ(reply.score, (EngineScore{EngineScore::Kind::Centipawns, 31}));
            EXPECT_EQ(reply.nodes, 1234U);
            ASSERT_EQ(thoughts.size(), 1U);
            EXPECT_EQ(thoughts[0].move, reply.move);
            EXPECT_EQ(thoughts[0].nodes, 1234U);
            game.play(reply.move);
        }
        EXPECT_EQ(player.latency().has_value(), *silent == '\0');
    }
}

TEST(XboardPlayer, ReadsSan) { EXPECT_EQ(reply_in_mode("san").move, e2e4); }

TEST(XboardPlayer, TellsTroublesApart) {
    EXPECT_EQ(reply_in_mode("good").trouble, Trouble::None);
    EXPECT_EQ(reply_in_mode("error").trouble, Trouble::None);
    EXPECT_EQ(reply_in_mode("confused").trouble, Trouble::None);
    EXPECT_EQ(reply_in_mode("resign").trouble, Trouble::Resigned);
    EXPECT_EQ(reply_in_mode("claim").trouble, Trouble::NoMove);
    EXPECT_EQ(reply_in_mode("illegal").trouble, Trouble::IllegalMove);
    EXPECT_EQ(reply_in_mode("garbage").trouble, Trouble::Unreadable);
    EXPECT_EQ(reply_in_mode("refuse").trouble, Trouble::Unreadable);
    EXPECT_EQ(reply_in_mode("crash").trouble, Trouble::Crashed);
    EXPECT_EQ(reply_in_mode("stall", 300ms).trouble, Trouble::Stalled);
}

TEST(XboardPlayer, MovesAtOnceWhenInterrupted) {
    XboardPlayer player(fake({"lazy", "--moves", "e2e4"}), patient());
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

TEST(XboardPlayer, CannotBeLimitedByNodes) {
    XboardPlayer player(fake({"good", "--moves", "e2e4"}), patient());
    begin(player);
    const Game game;
    MoveRequest request = request_for(game);
    request.nodes = 1000;
    const MoveReply reply = player.choose(request);
    EXPECT_NE(reply.trouble, Trouble::None);
    EXPECT_NE(reply.details.find("nodes"), std::string::npos) << reply.details;
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
