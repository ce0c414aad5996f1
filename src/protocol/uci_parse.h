// Parses a line of the UCI protocol into a command. The parser knows no position, so moves and FENs
// stay text, and any bytes give one of these commands.
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

struct Nothing {};  // an empty line, a comment, or a command that needs no action
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
// A client waits for the move of every `go`, so there is always a search: a limit that is no
// number, or out of range, is taken as the smallest one. If something was wrong
// and there is no limit, the depth is 1.
struct Go {
    SearchRequest request;  // without the clock and the moves of `searchmoves`
    ByColor<std::optional<std::chrono::milliseconds>> time, increment;
    int moves_to_go = 0;
    std::vector<std::string> search_moves;
    std::vector<std::string> notices;  // what was wrong with it, printable
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
// A known command with wrong arguments. The reason is printable.
struct Malformed {
    std::string reason;
};

using Command =
    std::variant<Nothing, Hello, IsReady, NewGame, SetOption, SetPosition, Go, GoPerft, Stop,
                 PonderHit, Show, Flip, Evaluate, Bench, Compiler, Help, Quit, Unknown, Malformed>;

[[nodiscard]] Command parse(std::string_view line);

// Whether anything ends the search but `stop`, or is meant to hold it until then.
[[nodiscard]] bool has_limit(const Go& go);

// The request of `go` with the clock of the side to move. The caller adds the moves of
// `searchmoves`, which need the position.
[[nodiscard]] SearchRequest request_from(const Go& go, Color side_to_move);

}  // namespace rookery::uci
