// Players that answer from a script, and a folder with a registry of engines.
#pragma once

#include "arena/game/player.h"
#include "arena/players/registry.h"
#include "base/random.h"
#include "chess/movegen.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <deque>
#include <filesystem>
#include <fstream>

namespace rookery::arena::test {

// Answers what it was told to answer, without thinking.
class ScriptedPlayer final : public Player {
  public:
    explicit ScriptedPlayer(std::string name) : name_(std::move(name)) {}

    std::deque<MoveReply> script;               // then random legal moves
    std::optional<std::uint64_t> nodes_a_move;  // reported with the random moves
    std::vector<std::uint64_t> nodes_asked;
    bool refuses_games = false;

    const std::string& name() const override { return name_; }
    Result<bool, std::string> start() override { return true; }
    Result<bool, std::string> new_game(bool) override {
        if (refuses_games) return failure(std::string("gone"));
        return true;
    }
    MoveReply choose(const MoveRequest& request) override {
        if (request.nodes) nodes_asked.push_back(*request.nodes);
        if (!script.empty()) {
            MoveReply reply = script.front();
            script.pop_front();
            return reply;
        }
        MoveReply reply;
        const MoveList moves = legal_moves(request.game.position());
        reply.move = moves[random_.below(moves.size())];
        reply.nodes = nodes_a_move.value_or(1);
        return reply;
    }
    void stop() override {}
    bool obeys_nodes() override { return true; }
    [[nodiscard]] std::optional<Duration> latency() const override { return std::nullopt; }
    std::string conversation() const override { return "what was said by " + name_; }

  private:
    std::string name_;
    Random random_{5};
};

inline MoveReply trouble(Trouble kind, const char* details) {
    MoveReply reply;
    reply.trouble = kind;
    reply.details = details;
    return reply;
}

class RegistryTest : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() /
                  ("rookery_registry_" + std::to_string(getpid()) + "_" +
                   testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::filesystem::path file() const { return folder_ / "config" / "engines.json"; }
    void write(const std::string& text) const {
        std::filesystem::create_directories(file().parent_path());
        std::ofstream(file()) << text;
    }

    std::filesystem::path folder_;
};

inline EngineSpec example(std::string name) {
    EngineSpec engine;
    engine.name = std::move(name);
    engine.command = "/bin/engine with blanks";
    engine.arguments = {"--flag", "\"quoted\""};
    engine.folder = "/tmp";
    engine.options = {{"Threads", "2"}, {"Hash", "16"}};
    engine.protocol = Protocol::Xboard;
    return engine;
}

}  // namespace rookery::arena::test
