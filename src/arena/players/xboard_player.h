// An engine that speaks the protocol of xboard (version 2, as far as it is simple) as a player.
//
// It is kept in force mode and told to go for each move, so that it never ponders or answers
// unasked.
#pragma once

#include "arena/game/player.h"
#include "arena/players/engine_link.h"
#include "arena/players/engine_spec.h"

#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

class XboardPlayer final : public Player {
  public:
    explicit XboardPlayer(EngineSpec spec, const Courtesies& courtesies = {});
    ~XboardPlayer() override;
    XboardPlayer(const XboardPlayer&) = delete;
    XboardPlayer& operator=(const XboardPlayer&) = delete;

    [[nodiscard]] const std::string& name() const override { return spec_.name; }
    [[nodiscard]] Result<bool, std::string> start() override;
    [[nodiscard]] Result<bool, std::string> new_game(bool chess960) override;
    [[nodiscard]] MoveReply choose(const MoveRequest& request) override;
    void stop() override;

    // The protocol has no limit of nodes.
    [[nodiscard]] bool obeys_nodes() override { return false; }
    [[nodiscard]] std::optional<Duration> latency() const override { return latency_; }
    [[nodiscard]] std::string conversation() const override { return link_.conversation().text(); }

  private:
    struct Features {
        bool ping = false;
        bool setboard = false;
        bool usermove = false;
        bool reuse = true;
        bool memory = false;
        bool smp = false;
        bool done = false;
        std::string variants = "normal";
    };

    [[nodiscard]] Result<bool, std::string> hear_features();
    void hear_feature(const std::string& feature, const std::string& value);
    [[nodiscard]] Result<bool, std::string> set_options();
    [[nodiscard]] Result<bool, std::string> await_pong();
    [[nodiscard]] std::string problem_with(const MoveRequest& request) const;
    void append_setup(std::string& text, const MoveRequest& request);
    void append_limits(std::string& text, const MoveRequest& request);
    [[nodiscard]] bool hear_line(std::string_view line, const MoveRequest& request,
                                 MoveReply& reply);
    // From `go` to the answer or the end of all patience.
    void follow_search(const MoveRequest& request, EngineLink::Clock::time_point began,
                       MoveReply& reply);

    const EngineSpec spec_;
    const Courtesies courtesies_;
    EngineLink link_;
    Features features_;
    int pings_ = 0;
    std::optional<Duration> latency_;
    bool chess960_ = false;
    bool has_played_ = false;       // since start()
    bool level_told_ = false;       // in this game
    bool position_told_ = false;    // in this game
    std::vector<Move> told_moves_;  // what it knows of the game
};

}  // namespace rookery::arena
