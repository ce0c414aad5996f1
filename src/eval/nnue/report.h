// What the network says about a position, and what each piece has to do with it.
#pragma once

#include "chess/position.h"
#include "eval/nnue/network.h"

#include <optional>
#include <string_view>

namespace rookery::network {

struct Report {
    int value = 0;                         // White's view
    std::string_view ending;               // that is known without the network; empty: none
    std::size_t bucket = 0;                // the one in use
    std::array<int, buckets> by_bucket{};  // what the others would say; White's view
    Color side_to_move = Color::White;
    // By how much the value would fall, seen by its owner, without the piece and in the same
    // bucket; nothing for kings, and where the board without it makes no sense.
    BySquare<std::optional<int>> shares{};
};

// What the network alone says, for the side to move: no ending is known to it.
[[nodiscard]] int plain_value(const Position& position, const Network& network);
[[nodiscard]] Report report_on(const Position& position, const Network& network);

}  // namespace rookery::network
