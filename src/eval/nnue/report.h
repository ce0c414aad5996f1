// The evaluation of the network explained: by bucket and by piece.
#pragma once

#include "chess/position.h"
#include "eval/nnue/network.h"

#include <optional>
#include <string_view>

namespace rookery::nnue {

struct Report {
    int value = 0;                         // White's view
    std::string_view ending;               // name of the known endgame, or empty
    std::size_t bucket = 0;                // the one in use
    std::array<int, buckets> by_bucket{};  // the value of every bucket; White's view
    Color side_to_move = Color::White;
    // By how much the value would fall for its owner without the piece, in the same bucket; nothing
    // for kings, and where the board without it is not a legal position.
    BySquare<std::optional<int>> shares{};
};

// The value of the network for the side to move, without known endgames.
[[nodiscard]] int plain_value(const Position& position, const Network& network);
[[nodiscard]] Report report_on(const Position& position, const Network& network);

}  // namespace rookery::nnue
