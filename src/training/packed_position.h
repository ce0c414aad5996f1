// A position in 32 bytes, as training files hold it.
//
//     8 bytes  the occupied squares, a1 the lowest bit
//     16       a nibble for each piece in the order of its square: its kind, 8 added for Black;
//              kind 6 is a rook that may still castle
//     1        the en passant square, 64 for none; 128 added where Black is to move
//     1        halfmove clock
//     2        number of the move
//     4        free for the user of the position; zero here
#pragma once

#include "base/result.h"
#include "chess/position.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rookery::training {

using PackedPosition = std::array<std::uint8_t, 32>;

[[nodiscard]] PackedPosition packed(const Position& position);

// Empty if no position packs to these bytes. The four free bytes are ignored.
[[nodiscard]] std::optional<Position> unpacked(const PackedPosition& bytes);

// The positions of a file. A name that ends in .positions means records of 32 bytes, any other name
// lines of EPD.
[[nodiscard]] Result<std::vector<Position>, std::string> positions_of_file(const std::string& path);

}  // namespace rookery::training
