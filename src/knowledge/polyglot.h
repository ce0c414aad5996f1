// The book format that most chess programs read: Polyglot's keys, moves and entries.
//
// A book is a file of entries of 16 bytes, sorted by key, each number with its high byte first.
#pragma once

#include "chess/game.h"
#include "chess/move.h"
#include "chess/position.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace rookery::polyglot {

// The key that books use. It counts en passant if a pawn of the side to move stands beside the pawn
// that has just made a double step, even where the capture would leave the king in check. A
// position does not remember such a step; `double_step` is its file, and without it only legal
// captures count.
[[nodiscard]] Key key_of(const Position& position, std::optional<File> double_step = {});
// The same for a game, which knows its last move.
[[nodiscard]] Key key_of(const Game& game);

// A move in 15 bits; castling is king takes rook. Pieces other than the four that a pawn can become
// do not exist in it.
[[nodiscard]] std::uint16_t code_of(Move move);
// The legal move of that code. Also castling written as the king's step, which some books have.
[[nodiscard]] Move move_of(const Position& position, std::uint16_t code);

struct Entry {
    Key key = 0;
    std::uint16_t move = 0;
    std::uint16_t weight = 0;
    std::uint32_t learn = 0;

    [[nodiscard]] friend bool operator==(const Entry&, const Entry&) = default;
};

inline constexpr std::size_t entry_size = 16;
using EntryBytes = std::span<char, entry_size>;
using ConstEntryBytes = std::span<const char, entry_size>;

[[nodiscard]] Entry read_entry(ConstEntryBytes bytes);
void write_entry(const Entry& entry, EntryBytes bytes);

}  // namespace rookery::polyglot
