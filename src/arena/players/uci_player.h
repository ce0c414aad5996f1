// A UCI engine as a player, and the parsers of its output.
#pragma once

#include "arena/game/player.h"
#include "arena/players/engine_link.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

struct UciOption {
    std::string name;
    std::string type;  // check, spin, combo, button, string
    std::string default_value;
    std::optional<std::int64_t> min, max;
    std::vector<std::string> choices;
};

class UciPlayer final : public EnginePlayer {
  public:
    explicit UciPlayer(EngineSpec spec, const EngineTimeouts& timeouts = {})
        : EnginePlayer(std::move(spec), timeouts) {}

    [[nodiscard]] Result<bool, std::string> new_game(bool chess960) override;
    [[nodiscard]] MoveReply choose(const MoveRequest& request) override;
    // Measured once, in a process of its own, so that this one learns nothing from it.
    [[nodiscard]] bool obeys_nodes() override;

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

    [[nodiscard]] Result<bool, std::string> introduce() override;
    [[nodiscard]] Result<bool, std::string> set_options() override;
    [[nodiscard]] Result<bool, std::string> await_ready() override;
    [[nodiscard]] const UciOption* find_option(std::string_view option) const;
    void forget_last_search(MoveReply& reply);
    [[nodiscard]] bool handle_line(std::string_view line, const MoveRequest& request,
                                   Clock::time_point began, MoveReply& reply) override;
    // True if the line named a new best move.
    [[nodiscard]] bool handle_info(std::string_view text);
    void judge_answer(const Game& game, std::string_view line, MoveReply& reply) const;
    void add_report(const Game& game, std::string_view best_move, MoveReply& reply) const;
    void give_up(const MoveRequest& request, MoveReply& reply) override;

    std::string identity_;
    std::vector<UciOption> options_;
    bool chess960_ = false;
    std::optional<bool> obeys_nodes_;
    Report report_;
    std::string request_text_;
};

// "position startpos moves e2e4 ...\n", appended.
void append_position(std::string& text, const Game& game, bool chess960);

// "go wtime 1000 ...\n", appended. Milliseconds are rounded down, so that an engine never gets more
// time than there is, but to 1 at least.
void append_go(std::string& text, const MoveRequest& request);

// The functions below parse the output of UCI engines. Any bytes give a value; parts that make no
// sense are ignored. They take what follows the first word of a line, and views point into it.

struct UciInfo {
    std::optional<int> depth;
    std::optional<int> selective_depth;
    int line = 1;  // multipv
    std::optional<EngineScore> score;
    std::optional<std::uint64_t> nodes;
    std::optional<Duration> time;
    std::string_view moves;  // of `pv`, unread
};
[[nodiscard]] UciInfo parse_info(std::string_view text);

struct UciBestMove {
    std::string_view move;    // empty if there was nothing
    std::string_view ponder;  // empty if not named
};
[[nodiscard]] UciBestMove parse_best_move(std::string_view text);

// None if it has no name.
[[nodiscard]] std::optional<UciOption> parse_option(std::string_view text);

// Why the option cannot have this value, or nothing. `value` becomes as the engine spells it.
[[nodiscard]] std::optional<std::string> check_value(const UciOption& option, std::string& value);

}  // namespace rookery::arena
