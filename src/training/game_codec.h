// A game as a few bytes, before compression.
//
//     flags        1 byte: result (2 bits), a start of its own (1), how it ended (2)
//     start        32 bytes (packed_position.h), only if it is not the ordinary one
//     plies, opening plies
//     moves        1 byte each: which of the legal moves, ordered by their 16-bit code
//     scores       one for each ply after the opening, as the difference to the one before
//
// The moves stand together and the scores stand together, for like compresses with like. A score
// changes little from ply to ply, and in White's view its sign does not flip.
#pragma once

#include "training/selfplay_game.h"

#include <optional>
#include <string>
#include <string_view>

namespace rookery::training {

// Every move must be legal.
[[nodiscard]] std::string encode(const SelfplayGame& game);

// What was encoded, or nothing if these bytes never were.
[[nodiscard]] std::optional<SelfplayGame> decode(std::string_view bytes);

}  // namespace rookery::training
