// A line of the xboard protocol (CECP, version 2) as a value. Reading and doing are apart: this
// knows no position, so moves and FENs stay text, and any bytes whatsoever give one of these.
#pragma once

#include "engine/engine.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace rookery::xboard {

struct Nothing {};  // an empty line, a comment, or a command that asks nothing of us
struct ProtocolVersion {
    int version = 2;
};
struct NewGame {};
struct Force {};
struct GoOn {};  // go
struct PlayOther {};
struct Level {
    int moves = 0;  // of a session; 0: all of the game
    std::chrono::milliseconds base{0};
    std::chrono::milliseconds increment{0};
};
struct MoveTime {  // st
    std::chrono::milliseconds time{0};
};
struct DepthLimit {  // sd
    int depth = 0;   // 0: none
};
struct NodesPerSecond {     // nps
    std::int64_t rate = 0;  // 0: time is measured by the clock
};
struct TimeLeft {  // time
    std::chrono::milliseconds left{0};
};
// A move that says so, or a word that can be nothing else.
struct UserMove {
    std::string text;
};
struct MoveNow {};  // ?
struct Ping {
    std::string text;  // to be given back
};
struct DrawOffer {};
struct GameEnded {};  // result
struct SetBoard {
    std::string fen;
};
struct Undo {};
struct Remove {};
struct Ponder {  // hard and easy
    bool on = false;
};
struct Post {  // post and nopost
    bool on = false;
};
struct Analyze {};
struct Status {};  // .
struct Exit {};
struct Hint {};
struct Book {};  // bk
// exclude and include
struct Exclude {
    bool out = true;   // false: include
    std::string move;  // or "all"
};
struct Memory {
    std::string mebibytes;
};
struct Cores {
    std::string count;
};
struct SetOption {
    std::string name;
    std::optional<std::string> value;
};
struct OpponentName {
    std::string name;
};
struct Variant {
    std::string name;
};
struct Quit {};
struct Unknown {
    std::string line;
};
// A known command that makes no sense. The reason is printable.
struct Malformed {
    std::string reason;
    std::string line;
};

using Command = std::variant<Nothing, ProtocolVersion, NewGame, Force, GoOn, PlayOther, Level,
                             MoveTime, DepthLimit, NodesPerSecond, TimeLeft, UserMove, MoveNow,
                             Ping, DrawOffer, GameEnded, SetBoard, Undo, Remove, Ponder, Post,
                             Analyze, Status, Exit, Hint, Book, Exclude, Memory, Cores, SetOption,
                             OpponentName, Variant, Quit, Unknown, Malformed>;

[[nodiscard]] Command parse(std::string_view line);

// So that whoever reads the lines knows that there will be no more.
[[nodiscard]] bool is_quit(std::string_view line);

// The time controls of the xboard protocol, and what they mean for one search.

// What so many nodes are worth where they count as time.
[[nodiscard]] std::chrono::milliseconds time_of(std::uint64_t nodes, std::int64_t rate);

// Between two words from outside it keeps its own count of the time left, so that it also knows
// what is left while it ponders, and with an interface that never says.
class TimeControl {
  public:
    // Five minutes for forty moves, where nobody says anything.
    TimeControl() = default;

    // A session begins with the next move, which is that ply of the game.
    void set_level(const Level& level, std::size_t ply);
    void set_move_time(std::chrono::milliseconds time) { move_time_ = time; }
    void set_left(std::chrono::milliseconds left) { left_ = left; }
    void set_depth(int depth) { depth_ = depth; }
    void set_rate(std::int64_t nodes_per_second) { rate_ = nodes_per_second; }
    // The same level from the start, by the clock on the wall and to any depth.
    void new_game();

    // Plies are counted from another position on.
    void new_session() { first_ply_ = 0; }

    [[nodiscard]] std::chrono::milliseconds left() const { return left_; }
    // 0 unless nodes count as time.
    [[nodiscard]] std::int64_t rate() const { return rate_; }

    // For a search that chooses the move of that ply.
    [[nodiscard]] SearchOrder order(std::size_t ply) const;
    // That move was made.
    void moved(std::size_t ply, std::chrono::milliseconds spent);

  private:
    [[nodiscard]] int moves_to_go(std::size_t ply) const;

    Level level_{40, std::chrono::minutes(5), std::chrono::milliseconds(0)};
    std::size_t first_ply_ = 0;
    std::chrono::milliseconds left_ = level_.base;
    std::optional<std::chrono::milliseconds> move_time_;
    int depth_ = 0;          // 0: any
    std::int64_t rate_ = 0;  // 0: by the clock on the wall
};

}  // namespace rookery::xboard
