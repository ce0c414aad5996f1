// Shows and changes the position, for the commands and for moves and positions typed alone.
#pragma once

#include "base/result.h"
#include "chess/game.h"
#include "terminal/console/command_table.h"

#include <span>
#include <string>
#include <string_view>

namespace rookery::console {

// The board, and the side to move or the result.
[[nodiscard]] std::string situation(const ConsoleState& state);

// The text is what the command position takes.
[[nodiscard]] ConsoleReply set_position(ConsoleState& state, std::string_view text);

// The text is what the command moves takes, with at least one move.
[[nodiscard]] ConsoleReply make_moves(ConsoleState& state, std::string_view text);

// Reads SAN, coordinates and sloppy forms as long as only one move can be meant. The error is a
// sentence.
[[nodiscard]] Result<Move, std::string> move_named(const Position& position, std::string_view name);

// Whether the text has the form of a move, legal or not.
[[nodiscard]] bool looks_like_move(const Position& position, std::string_view text);

// The game after all moves; the error says which one cannot be made and why.
[[nodiscard]] Result<Game, std::string> with_moves(Game game,
                                                   std::span<const std::string_view> names);

}  // namespace rookery::console
