// What is shown of the position, and how it is changed; for the commands and for what is typed
// without one.
#pragma once

#include "base/result.h"
#include "chess/game.h"
#include "terminal/console/command_table.h"

#include <span>
#include <string>
#include <string_view>

namespace rookery::console {

// The board, and whose turn it is or how the game has ended.
[[nodiscard]] std::string situation(const ConsoleState& state);

// As the command position takes it.
[[nodiscard]] ConsoleReply set_position(ConsoleState& state, std::string_view text);

// As the command moves takes them; there is at least one.
[[nodiscard]] ConsoleReply make_moves(ConsoleState& state, std::string_view text);

// Moves made on a board by their names.

// SAN, and whatever else people type as long as only one move can be meant. The error is a
// sentence.
[[nodiscard]] Result<Move, std::string> move_named(const Position& position, std::string_view name);

// Whether it has the form of a move at all, legal or not.
[[nodiscard]] bool looks_like_move(const Position& position, std::string_view text);

// The game with all of them, or why one of them cannot be made.
[[nodiscard]] Result<Game, std::string> with_moves(Game game,
                                                   std::span<const std::string_view> names);

}  // namespace rookery::console
