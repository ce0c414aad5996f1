// A player: another program, or one of our searchers in this process.
//
// The referee owns the clocks and the rules; a player only answers. Its methods block, and are
// called by one thread at a time. They never hang and never throw: a failure comes back as a value,
// and a player that failed can be started again.
#pragma once

#include "arena/game/time_control.h"
#include "chess/game.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace rookery::arena {

// A score as engines report it, from the side that moves.
struct EngineScore {
    enum class Kind : std::uint8_t { Centipawns, Mate };
    enum class Bound : std::uint8_t { Exact, Lower, Upper };
    Kind kind = Kind::Centipawns;
    int value = 0;  // centipawns, or moves to mate (negative: is mated)
    Bound bound = Bound::Exact;

    [[nodiscard]] friend bool operator==(const EngineScore&, const EngineScore&) = default;
};

// A report of a player during its search.
struct Thought {
    Move move;  // the first of its principal variation
    std::optional<EngineScore> score;
    int depth = 0;
    std::uint64_t nodes = 0;
    Duration after{0};  // from the request to the report, by our clock
};
using ThoughtListener = std::function<void(const Thought&)>;

struct MoveRequest {
    const Game& game;
    bool chess960 = false;
    // Present where that side plays by clock.
    ByColor<std::optional<ClockReading>> clocks;
    std::optional<Duration> per_move;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
    // How long to wait before the player counts as stalled, far beyond its clock.
    Duration timeout{0};
    // Once triggered, the player is told to move at once.
    std::stop_token interrupt;
    // Called with the player's reports, on the thread of the request.
    ThoughtListener on_thought;
};

// Why there is no move to play.
enum class Trouble : std::uint8_t {
    None,
    IllegalMove,   // understood, but against the rules
    Unreadable,    // bestmove with something that is no move
    NoMove,        // bestmove (none) or 0000 although there are moves
    Stalled,       // no answer within the timeout
    Disconnected,  // closed its output or ended with status 0
    Crashed,       // ended with an error status or a signal
    Resigned,      // gave the game up, which is no fault
};

[[nodiscard]] constexpr const char* describe(Trouble trouble) {
    constexpr const char* texts[] = {"no trouble", "illegal move", "unreadable answer", "no move",
                                     "no answer",  "disconnected", "crashed",           "resigned"};
    return texts[static_cast<std::size_t>(trouble)];
}

struct MoveReply {
    Move move;  // legal where trouble is None, else empty
    Trouble trouble = Trouble::None;
    std::string said;  // the answer as it came, made printable
    // For trouble: the exit status, or the reason why a move is illegal.
    std::string details;
    // From handing over the request to holding the answer, and the part of it the player itself
    // claims to have used (its last reported time), where it says so.
    Duration spent{0};
    std::optional<Duration> claimed;

    std::optional<EngineScore> score;
    int depth = 0;
    int selective_depth = 0;
    std::uint64_t nodes = 0;
    std::vector<Move> line;  // the legal part of the last principal variation
    // Faults that are no reason to lose: a line that is illegal or goes past the game's end.
    std::vector<std::string> warnings;
};

class Player {
  public:
    virtual ~Player() = default;

    [[nodiscard]] virtual const std::string& name() const = 0;

    // Starts it and sets its options; again after any trouble. The error names the command and
    // quotes the last output.
    [[nodiscard]] virtual Result<bool, std::string> start() = 0;
    // Called before new_game(): random choices of the player may depend on this number, and on
    // nothing else that changes from game to game.
    virtual void number_game(std::uint64_t /*number*/) {}
    // Before the first move of every game; the error is like start()'s.
    [[nodiscard]] virtual Result<bool, std::string> new_game(bool chess960) = 0;
    [[nodiscard]] virtual MoveReply choose(const MoveRequest& request) = 0;
    // Asks it to end, and kills it if it does not. Harmless if it is not running.
    virtual void stop() = 0;

    // The time for a command and its answer while it is idle, measured before each game; nothing
    // where the protocol has no such command.
    [[nodiscard]] virtual std::optional<Duration> latency() const = 0;
    // Whether it keeps to `go nodes` closely enough for a clock that counts nodes. This is
    // measured.
    [[nodiscard]] virtual bool obeys_nodes() = 0;
    // The conversation since new_game(), shortened in the middle if it is very long.
    [[nodiscard]] virtual std::string conversation() const = 0;
};

// Makes a new player, not started yet: one for each thread, and another after a failure. Called
// from any thread.
using PlayerMaker = std::function<Result<std::unique_ptr<Player>, std::string>()>;

// Makes a player and starts it. Tries twice, for an overloaded machine may need that.
[[nodiscard]] inline Result<std::unique_ptr<Player>, std::string>
bring_up(const PlayerMaker& make) {
    auto made = make();
    if (!made) return made;
    auto up = (*made)->start();
    if (!up) up = (*made)->start();
    if (!up) return failure(up.error());
    return made;
}

}  // namespace rookery::arena
