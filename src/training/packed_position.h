// A position in 32 bytes: what training files are made of.
//
//     8 bytes  the occupied squares, a1 the lowest bit
//     16       a nibble for each piece in the order of its square: its kind, 8 added for Black;
//              kind 6 is a rook that may still castle
//     1        the en passant square, 64 for none; 128 added where Black is to move
//     1        halfmove clock
//     2        number of the move
//     4        free for whoever keeps the position; zero here
#pragma once

#include "chess/position.h"

#include <array>
#include <cstdint>
#include <optional>

namespace rookery::training {

using PackedPosition = std::array<std::uint8_t, 32>;

[[nodiscard]] PackedPosition packed(const Position& position);

// Nothing if no position packs to this. The four free bytes are not looked at.
[[nodiscard]] std::optional<Position> unpacked(const PackedPosition& bytes);

}  // namespace rookery::training
