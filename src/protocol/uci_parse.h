// A line of the UCI protocol as a value. Reading and doing are apart: this knows no position, so
// moves and FENs stay text, and any bytes whatsoever give one of these.
#pragma once

#include "chess/types.h"
#include "engine/engine.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rookery::uci {

struct Nothing {};  // an empty line, a comment, or a command that asks nothing of us
struct Hello {};    // uci
struct IsReady {};
struct NewGame {};
struct SetOption {
    std::string name;
    std::optional<std::string> value;
};
struct SetPosition {
    std::optional<std::string> fen;  // none: the start
    std::vector<std::string> moves;
};
struct Go {
    // Milliseconds may be negative: some clients send a clock that has run over.
    std::optional<std::int64_t> white_time, black_time, white_increment, black_increment;
    std::optional<std::int64_t> move_time;
    std::optional<std::int64_t> moves_to_go, depth, nodes, mate;
    bool infinite = false;
    bool ponder = false;
    std::vector<std::string> search_moves;
    std::vector<std::string> ignored;  // words it does not know
};
struct GoPerft {
    int depth = 1;
};
struct Stop {};
struct PonderHit {};
struct Show {};  // d
struct Flip {};
struct Evaluate {};  // eval
struct Bench {
    std::optional<int> depth;
};
struct Compiler {};
struct Help {};
struct Quit {};
struct Unknown {
    std::string word;
};
// A known command that makes no sense. The reason is printable.
struct Malformed {
    std::string reason;
};

using Command =
    std::variant<Nothing, Hello, IsReady, NewGame, SetOption, SetPosition, Go, GoPerft, Stop,
                 PonderHit, Show, Flip, Evaluate, Bench, Compiler, Help, Quit, Unknown, Malformed>;

[[nodiscard]] Command parse(std::string_view line);

// What `go` asks for, as an order to the engine.

// Values nobody can mean (no depth at all, a clock below zero) become the nearest that can be
// obeyed. The moves of `searchmoves` are left to the caller, who knows the position.
[[nodiscard]] SearchOrder order_from(const Go& go, Color side_to_move);

}  // namespace rookery::uci
