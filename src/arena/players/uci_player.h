// A UCI engine as a player.
#pragma once

#include "arena/game/player.h"
#include "arena/players/engine_link.h"
#include "arena/players/uci_info.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

class UciPlayer final : public Player {
  public:
    explicit UciPlayer(EngineSpec spec, const EngineTimeouts& timeouts = {});
    ~UciPlayer() override;
    UciPlayer(const UciPlayer&) = delete;
    UciPlayer& operator=(const UciPlayer&) = delete;

    [[nodiscard]] const std::string& name() const override { return spec_.name; }
    [[nodiscard]] Result<bool, std::string> start() override;
    [[nodiscard]] Result<bool, std::string> new_game(bool chess960) override;
    [[nodiscard]] MoveReply choose(const MoveRequest& request) override;
    void stop() override;

    // Tried out once, on a process of its own so that this one learns nothing from it.
    [[nodiscard]] bool obeys_nodes() override;
    [[nodiscard]] std::optional<Duration> latency() const override { return latency_; }
    [[nodiscard]] std::string conversation() const override { return link_.conversation().text(); }

    // How it introduced itself, after start().
    [[nodiscard]] const std::string& identity() const { return identity_; }
    [[nodiscard]] const std::vector<UciOption>& options() const { return options_; }

  private:
    // The content of the info lines of the present search. Its strings are reused.
    struct Report {
        std::optional<EngineScore> score;
        int depth = 0;
        int selective_depth = 0;
        std::uint64_t nodes = 0;
        std::optional<Duration> time;
        std::string line;        // that goes with the score
        std::string first_move;  // of the last line, with or without a score
    };

    [[nodiscard]] Result<bool, std::string> introduce();
    [[nodiscard]] Result<bool, std::string> set_options();
    [[nodiscard]] Result<bool, std::string> await_ready();
    [[nodiscard]] const UciOption* find_option(std::string_view option) const;
    void forget_last_search(MoveReply& reply);
    // True if the line named a new best move.
    bool hear_info(std::string_view text);
    [[nodiscard]] Thought thought_now(const Game& game, Duration after) const;
    // From `go` to `bestmove` or to the timeout.
    void follow_search(const MoveRequest& request, EngineLink::Clock::time_point began,
                       MoveReply& reply);
    void judge_answer(const Game& game, std::string_view line, MoveReply& reply) const;
    void add_report(const Game& game, std::string_view best_move, MoveReply& reply) const;
    void give_up(MoveReply& reply, Duration timeout);
    [[nodiscard]] std::optional<std::uint64_t> nodes_used(std::uint64_t limit);

    const EngineSpec spec_;
    const EngineTimeouts timeouts_;
    EngineLink link_;
    std::string identity_;
    std::vector<UciOption> options_;
    bool chess960_ = false;
    std::optional<bool> obeys_nodes_;
    std::optional<Duration> latency_;
    Report report_;
    std::string request_text_;
};

// "position startpos moves e2e4 ...\n", appended.
void append_position(std::string& text, const Game& game, bool chess960);

// "go wtime 1000 ...\n", appended. Milliseconds are rounded down, so that an engine never gets more
// time than there is, but to 1 at least.
void append_go(std::string& text, const MoveRequest& request);

}  // namespace rookery::arena
