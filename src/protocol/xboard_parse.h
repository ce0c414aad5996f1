// Parses a line of the xboard protocol (CECP, version 2) into a command. The parser knows no
// position, so moves and FENs stay text, and any bytes give one of these commands.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace rookery::xboard {

struct Nothing {};  // an empty line, a comment, or a command that needs no action
struct ProtocolVersion {
    int version = 2;
};
struct NewGame {};
struct Force {};
struct Go {};
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
// usermove, or a word that has the form of a move
struct UserMove {
    std::string text;
};
struct MoveNow {};  // ?
struct Ping {
    std::string text;  // returned by `pong`
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
// A known command with wrong arguments. The reason is printable.
struct Malformed {
    std::string reason;
    std::string line;
};

using Command = std::variant<Nothing, ProtocolVersion, NewGame, Force, Go, PlayOther, Level,
                             MoveTime, DepthLimit, NodesPerSecond, TimeLeft, UserMove, MoveNow,
                             Ping, DrawOffer, GameEnded, SetBoard, Undo, Remove, Ponder, Post,
                             Analyze, Status, Exit, Hint, Book, Exclude, Memory, Cores, SetOption,
                             OpponentName, Variant, Quit, Unknown, Malformed>;

[[nodiscard]] Command parse(std::string_view line);

// Whether the line is `quit`, after which no line is read.
[[nodiscard]] bool is_quit(std::string_view line);

}  // namespace rookery::xboard
