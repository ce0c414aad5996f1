// An engine that speaks the protocol of xboard (version 2, as far as it is simple) as a player.
//
// It is kept in force mode and told to go for each move, so that it never ponders or answers
// unasked.
#pragma once

#include "arena/game/player.h"
#include "arena/players/engine_link.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rookery::arena {

class XboardPlayer final : public Player {
  public:
    explicit XboardPlayer(EngineSpec spec, const EngineTimeouts& timeouts = {});
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
    [[nodiscard]] std::string validate(const MoveRequest& request) const;
    void append_setup(std::string& text, const MoveRequest& request);
    void append_limits(std::string& text, const MoveRequest& request);
    [[nodiscard]] bool hear_line(std::string_view line, const MoveRequest& request,
                                 MoveReply& reply);
    // From `go` to the answer or to the timeout.
    void follow_search(const MoveRequest& request, EngineLink::Clock::time_point began,
                       MoveReply& reply);

    const EngineSpec spec_;
    const EngineTimeouts timeouts_;
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

// The functions below parse the output of xboard engines. Any bytes give a value; parts that make
// no sense are ignored.

// feature ping=1 variants="normal,fischerandom": the pairs, without quotation marks.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
parse_features(std::string_view text);

// A line of thinking: "9 156 1084 48000 Nf3 Nc6", which is depth, score, hundredths, nodes, moves.
// What it returns points into the line.
struct XboardThinking {
    int depth = 0;
    EngineScore score;
    Duration time{0};
    std::uint64_t nodes = 0;
    std::string_view first_move;  // a word of the line; empty if it names none
};
[[nodiscard]] std::optional<XboardThinking> parse_thinking(std::string_view line);

// The move of "move e2e4" and of the older "1. ... e2e4" and "My move is: e2e4"; else empty.
[[nodiscard]] std::string_view move_in_line(std::string_view line);

// "1:05" for level, rounded up so that nothing becomes zero.
[[nodiscard]] std::string level_time(Duration duration);

}  // namespace rookery::arena
