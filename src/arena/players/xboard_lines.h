// What xboard engines say, as values. Any bytes give a value; what makes no sense is left out.
#pragma once

#include "arena/game/player.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rookery::arena {

// feature ping=1 variants="normal,fischerandom": the pairs, without quotation marks.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
parse_features(std::string_view text);

// A line of thinking: "9 156 1084 48000 Nf3 Nc6", which is depth, score, hundredths, nodes, moves.
// What it returns points into the line.
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
