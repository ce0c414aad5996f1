// An engine that is another program, for any protocol: its process, a log of the conversation,
// checks of the moves it names, and the common part of its players.
#pragma once

#include "arena/game/player.h"
#include "arena/players/child_process.h"
#include "chess/game.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rookery::arena {

// A log of the lines between us and a player, to find out what went wrong. It is bounded: of a long
// conversation, and of a long line, the beginning and the end are kept. Its strings are reused, so
// that a game adds lines without allocating.
class Conversation {
  public:
    static constexpr std::size_t first_lines = 200;
    static constexpr std::size_t last_lines = 400;
    static constexpr std::size_t longest_line = 1000;

    enum class From : std::uint8_t { Us, Player };

    // Times count from here.
    void clear();
    // One or several lines.
    void add(From from, std::string_view text);

    // Lines like "   12 < uciok", milliseconds first; '>' is what we said.
    [[nodiscard]] std::string text() const;
    // The last few lines of the player, oldest first, joined by " | ".
    [[nodiscard]] std::string last_of_player(std::size_t lines) const;

  private:
    struct Line {
        std::chrono::milliseconds when{0};
        From from = From::Us;
        std::string text;
    };

    void add_line(From from, std::string_view line);
    [[nodiscard]] const Line& at(std::size_t index) const;

    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    std::vector<Line> first_;
    std::vector<Line> last_;  // a ring, once it is full
    std::size_t count_ = 0;
};

// An engine that is another program: how to start it and what to tell it.

enum class Protocol : std::uint8_t { Uci, Xboard };

[[nodiscard]] constexpr const char* name_of(Protocol protocol) {
    return protocol == Protocol::Uci ? "uci" : "xboard";
}

// In the order in which they are set.
using OptionValues = std::vector<std::pair<std::string, std::string>>;

struct EngineSpec {
    std::string name;
    std::string command;  // a path, or a name to look for on PATH
    std::vector<std::string> arguments;
    std::string folder;  // to start it in; empty: where we are
    OptionValues options;
    Protocol protocol = Protocol::Uci;
    std::optional<int> niceness;
    std::vector<int> processors;  // to keep it on; empty: any

    [[nodiscard]] friend bool operator==(const EngineSpec&, const EngineSpec&) = default;
};

// How long an engine may take for everything that is not a move.
struct EngineTimeouts {
    std::chrono::milliseconds hello{10'000};       // until it has introduced itself
    std::chrono::milliseconds ready{60'000};       // large tables take their time to clear
    std::chrono::milliseconds quit{500};           // to end after `quit`
    std::chrono::milliseconds after_stop{200};     // to answer `stop`, once it counts as stalled
    std::chrono::milliseconds interrupted{2'000};  // to answer `stop` in the middle of its thoughts
};

class EngineLink {
  public:
    using Clock = ChildProcess::Clock;
    using Instant = ChildProcess::Instant;
    using ReadStatus = ChildProcess::ReadStatus;

    explicit EngineLink(const EngineSpec& spec) : spec_(spec) {}

    [[nodiscard]] bool running() const { return child_ != nullptr; }
    [[nodiscard]] Result<bool, std::string> launch();
    void stop(std::chrono::milliseconds grace);
    void kill() { child_.reset(); }

    // From any thread: ends the waits that heed it until it is forgotten.
    void interrupt() { waiter_->interrupt(); }
    void forget_interruption() { waiter_->forget_interruption(); }

    // Whole lines. Whether they arrived is seen by whether an answer comes.
    void send(std::string_view lines, Instant deadline);
    using Interruption = Waiter::Interruption;
    [[nodiscard]] ChildProcess::Reading receive(Instant deadline,
                                                Interruption interruption = Interruption::Ignored) {
        return logged(child_->read_line(deadline, interruption));
    }
    [[nodiscard]] ChildProcess::Reading receive_at_once() {
        return logged(child_->read_line_at_once());
    }

    // Reads on until a line begins with that word. The error says what happened instead.
    [[nodiscard]] Result<bool, std::string> await(std::string_view word, std::string_view asked,
                                                  Instant deadline);

    // For an engine that has closed its output: how it ended, and its last output. Kills it if it
    // still runs.
    struct End {
        Trouble trouble = Trouble::Disconnected;
        std::string details;
    };
    [[nodiscard]] End find_out_end();

    [[nodiscard]] Conversation& conversation() { return conversation_; }
    [[nodiscard]] const Conversation& conversation() const { return conversation_; }
    // "'stockfish --flag'", for errors.
    [[nodiscard]] std::string command_line() const;
    // "; its last words: ..." or nothing.
    [[nodiscard]] std::string last_words() const;

  private:
    ChildProcess::Reading logged(const ChildProcess::Reading& reading);

    const EngineSpec& spec_;
    std::shared_ptr<Waiter> waiter_ = std::make_shared<Waiter>();
    std::unique_ptr<ChildProcess> child_;
    Conversation conversation_;
};

// The common part of the players of all protocols. It owns the process and follows a search to its
// answer.
class EnginePlayer : public Player {
  public:
    EnginePlayer(const EnginePlayer&) = delete;
    EnginePlayer& operator=(const EnginePlayer&) = delete;
    ~EnginePlayer() override { link_.stop(timeouts_.quit); }

    [[nodiscard]] const std::string& name() const override { return spec_.name; }
    [[nodiscard]] Result<bool, std::string> start() override;
    void stop() override { link_.stop(timeouts_.quit); }
    [[nodiscard]] std::optional<Duration> latency() const override { return latency_; }
    [[nodiscard]] std::string conversation() const override { return link_.conversation().text(); }

  protected:
    using Clock = EngineLink::Clock;
    using ReadStatus = EngineLink::ReadStatus;

    // At most this many unexpected lines are read before a search.
    static constexpr int most_stale_lines = 10'000;

    EnginePlayer(EngineSpec spec, const EngineTimeouts& timeouts)
        : spec_(std::move(spec)), timeouts_(timeouts), link_(spec_) {}

    // The steps of start().
    [[nodiscard]] virtual Result<bool, std::string> introduce() = 0;
    [[nodiscard]] virtual Result<bool, std::string> set_options() = 0;
    [[nodiscard]] virtual Result<bool, std::string> await_ready() = 0;
    // Waits until the engine is ready, and measures the latency.
    [[nodiscard]] Result<bool, std::string> await_new_game();

    // From the request to the answer or to the timeout. The command makes the engine move at once.
    void follow_search(const MoveRequest& request, Clock::time_point began,
                       std::string_view stop_command, MoveReply& reply);
    // True once the answer is there, good or bad.
    [[nodiscard]] virtual bool handle_line(std::string_view line, const MoveRequest& request,
                                           Clock::time_point began, MoveReply& reply) = 0;
    // The engine did not answer in time.
    virtual void give_up(const MoveRequest& request, MoveReply& reply) = 0;

    [[nodiscard]] static Duration since(Clock::time_point began) {
        return std::chrono::duration_cast<Duration>(Clock::now() - began);
    }

    const EngineSpec spec_;
    const EngineTimeouts timeouts_;
    EngineLink link_;
    std::optional<Duration> latency_;
};

// The nodes of a search with that limit, from the start position; nothing if it failed.
[[nodiscard]] std::optional<std::uint64_t> nodes_used(Player& player, std::uint64_t limit);

// The first word of a line, and the line without it.
std::string_view take_word(std::string_view& text);

// Two squares and perhaps a promotion, in either form of castling. The form alone is right if
// `readable`; the move is set only if it is legal as well.
struct ReadMove {
    bool readable = false;
    Move move;
};
[[nodiscard]] ReadMove read_engine_move(const Position& position, std::string_view word);

// Why a readable move is not legal.
[[nodiscard]] std::string why_illegal(const Position& position, std::string_view word);

// The legal part of a principal variation, from the present position of the game, and what is wrong
// with the rest: an illegal move, or going on where the game has ended.
struct CheckedLine {
    std::vector<Move> moves;
    std::string warning;  // empty if all is well
};
[[nodiscard]] CheckedLine check_line(const Game& game, std::string_view moves);

// Engines may print any number. The range is symmetric, so that a score can be negated.
[[nodiscard]] inline int as_int(std::int64_t number) {
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    return static_cast<int>(std::clamp(number, -most, most));
}

}  // namespace rookery::arena
