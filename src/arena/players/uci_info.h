// Parses the output of UCI engines. Any bytes give a value; parts that make no sense are ignored.
#pragma once

#include "arena/game/player.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::arena {

// The views point into the line. All functions take what follows the first word of it.
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

struct UciOption {
    std::string name;
    std::string type;  // check, spin, combo, button, string
    std::string default_value;
    std::optional<std::int64_t> min, max;
    std::vector<std::string> choices;
};
// None if it has no name.
[[nodiscard]] std::optional<UciOption> parse_option(std::string_view text);

// Why the option cannot have this value, or nothing. `value` becomes as the engine spells it.
[[nodiscard]] std::optional<std::string> check_value(const UciOption& option, std::string& value);

}  // namespace rookery::arena
