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

EngineSpec fake_xboard(std::vector<std::string> arguments) {
    EngineSpec spec;
    spec.name = "Fake";
    spec.protocol = Protocol::Xboard;
    spec.command = ROOKERY_SOURCE_DIR "/tests/support/fake_xboard.py";
    spec.arguments = std::move(arguments);
    return spec;
}

EngineTimeouts patient_xboard() {
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

MoveRequest xboard_request(const Game& game, Duration timeout = 30s) {
    MoveRequest request{.game = game};
    request.per_move = 1s;
    request.timeout = timeout;
    return request;
}

// One move from the starting position by a fake in that mode.
MoveReply xboard_reply(const std::string& mode, Duration timeout = 30s) {
    XboardPlayer player(fake_xboard({mode, "--moves", "e2e4"}), patient_xboard());
    begin(player);
    const Game game;
    return player.choose(xboard_request(game, timeout));
}

const Move xboard_e2e4(Square::E2, Square::E4);

TEST(XboardPlayer, PlaysBothSidesOfAGame) {
    for (const char* silent : {"", "--silent"}) {
        std::vector<std::string> arguments{"good", "--moves", "e2e4,e7e5,g1f3,b8c6"};
        if (*silent != '\0') arguments.emplace_back(silent);
        XboardPlayer player(fake_xboard(arguments), patient_xboard());
        begin(player);
        Game game;
        for (int ply = 0; ply < 4; ++ply) {
            std::vector<Thought> thoughts;
            MoveRequest request = xboard_request(game);
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

TEST(XboardPlayer, ReadsSan) { EXPECT_EQ(xboard_reply("san").move, xboard_e2e4); }

TEST(XboardPlayer, TellsTroublesApart) {
    EXPECT_EQ(xboard_reply("good").trouble, Trouble::None);
    EXPECT_EQ(xboard_reply("error").trouble, Trouble::None);
    EXPECT_EQ(xboard_reply("confused").trouble, Trouble::None);
    EXPECT_EQ(xboard_reply("resign").trouble, Trouble::Resigned);
    EXPECT_EQ(xboard_reply("claim").trouble, Trouble::NoMove);
    EXPECT_EQ(xboard_reply("illegal").trouble, Trouble::IllegalMove);
    EXPECT_EQ(xboard_reply("garbage").trouble, Trouble::Unreadable);
    EXPECT_EQ(xboard_reply("refuse").trouble, Trouble::Unreadable);
    EXPECT_EQ(xboard_reply("crash").trouble, Trouble::Crashed);
    EXPECT_EQ(xboard_reply("stall", 300ms).trouble, Trouble::Stalled);
}

TEST(XboardPlayer, MovesAtOnceWhenInterrupted) {
    XboardPlayer player(fake_xboard({"lazy", "--moves", "e2e4"}), patient_xboard());
    begin(player);
    const Game game;
    std::stop_source stop;
    stop.request_stop();
    MoveRequest request = xboard_request(game);
    request.interrupt = stop.get_token();
    const MoveReply reply = player.choose(request);
    EXPECT_EQ(reply.trouble, Trouble::None) << reply.details;
    EXPECT_EQ(reply.move, xboard_e2e4);
}

TEST(XboardPlayer, CannotBeLimitedByNodes) {
    XboardPlayer player(fake_xboard({"good", "--moves", "e2e4"}), patient_xboard());
    begin(player);
    const Game game;
    MoveRequest request = xboard_request(game);
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
