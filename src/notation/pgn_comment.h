// Commands that programs embed in comments: [%clk 0:03:12] [%eval 0.25,18] [%cal Ge2e4].
#pragma once

#include "chess/types.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery {

// Always White's view.
struct CommentEval {
    // One of the two: hundredths of a pawn, or moves to mate (negative if Black mates).
    int centipawns = 0;
    std::optional<int> mate;
    std::optional<int> depth;

    [[nodiscard]] bool operator==(const CommentEval&) const = default;
};

enum class MarkColor : std::uint8_t { Green, Red, Yellow, Blue };

struct SquareMark {
    MarkColor color;
    Square square;

    [[nodiscard]] bool operator==(const SquareMark&) const = default;
};

struct ArrowMark {
    MarkColor color;
    Square from;
    Square to;

    [[nodiscard]] bool operator==(const ArrowMark&) const = default;
};

struct CommentCommands {
    std::optional<std::chrono::milliseconds> clock;    // clk: left on the clock after the move
    std::optional<std::chrono::milliseconds> elapsed;  // emt: spent on the move
    std::optional<CommentEval> eval;
    std::vector<SquareMark> squares;  // csl
    std::vector<ArrowMark> arrows;    // cal
    // The rest of the comment, with commands that are unknown or cannot be read.
    std::string text;

    [[nodiscard]] bool operator==(const CommentCommands&) const = default;
};

[[nodiscard]] CommentCommands parse_comment_commands(std::string_view comment);

// The commands, then the text. Reading it again gives the same.
[[nodiscard]] std::string to_comment(const CommentCommands& commands);

}  // namespace rookery
