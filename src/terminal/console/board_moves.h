// Moves made on a board by their names.
#pragma once

#include "base/result.h"
#include "chess/game.h"

#include <span>
#include <string>
#include <string_view>

namespace rookery::console {

// SAN, and whatever else people type as long as only one move can be meant. The error is a sentence.
[[nodiscard]] Result<Move, std::string> move_named(const Position& position, std::string_view name);

// Whether it has the form of a move at all, legal or not.
[[nodiscard]] bool looks_like_move(const Position& position, std::string_view text);

// The game with all of them, or why one of them cannot be made.
[[nodiscard]] Result<Game, std::string> with_moves(Game game, std::span<const std::string_view> names);

}  // namespace rookery::console
