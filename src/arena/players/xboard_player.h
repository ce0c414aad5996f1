// An engine that speaks the protocol of xboard (version 2, as far as it is simple) as a player.
//
// It is kept in force mode and told to go for each move, so that it never ponders or answers
// unasked.
#pragma once

#include "arena/game/player.h"
#include "arena/players/engine_link.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rookery::arena {

class XboardPlayer final : public EnginePlayer {
  public:
    explicit XboardPlayer(EngineSpec spec, const EngineTimeouts& timeouts = {})
        : EnginePlayer(std::move(spec), timeouts) {}

    [[nodiscard]] Result<bool, std::string> new_game(bool chess960) override;
    [[nodiscard]] MoveReply choose(const MoveRequest& request) override;
    // The protocol has no limit of nodes.
    [[nodiscard]] bool obeys_nodes() override { return false; }

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

    // Reads the features of the engine.
    [[nodiscard]] Result<bool, std::string> introduce() override;
    void handle_feature(const std::string& feature, const std::string& value);
    [[nodiscard]] Result<bool, std::string> set_options() override;
    [[nodiscard]] Result<bool, std::string> await_ready() override;
    [[nodiscard]] std::string validate(const MoveRequest& request) const;
    void append_setup(std::string& text, const MoveRequest& request);
    void append_limits(std::string& text, const MoveRequest& request);
    [[nodiscard]] bool handle_line(std::string_view line, const MoveRequest& request,
                                   Clock::time_point began, MoveReply& reply) override;
    void give_up(const MoveRequest& request, MoveReply& reply) override {
        reply.details = fmt::format("no move within {:.1f} s", in_seconds(request.timeout));
    }

    Features features_;
    int pings_ = 0;
    bool chess960_ = false;
    bool has_played_ = false;       // since start()
    bool level_sent_ = false;       // in this game
    bool position_sent_ = false;    // in this game
    std::vector<Move> sent_moves_;  // what it knows of the game
};

// The functions below parse the output of xboard engines. Any bytes give a value; parts that make
// no sense are ignored.

// feature ping=1 variants="normal,fischerandom": the pairs, without quotation marks.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
parse_features(std::string_view text);

// A line of thinking: "9 156 1084 48000 Nf3 Nc6", which is depth, score, hundredths, nodes, moves.
// The result points into the line.
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
