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

#include "chess/game.h"
#include "eval/score.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::training {

// A game the engine played against itself, as it is kept: every move with what the search thought.

// Why a game was over.
enum class GameEnd : std::uint8_t {
    Rules,    // mate, stalemate, repetition...: the last position says which
    Decided,  // the search was sure for long enough
    Level,    // nothing happened for long enough
    TooLong,
};

struct ScoredMove {
    Move move;
    // What the search that chose it found, in White's view; Score::value(), mates included. Zero
    // for the moves of the opening, which nobody searched.
    std::int16_t white_score = 0;

    [[nodiscard]] bool operator==(const ScoredMove&) const = default;
};

struct SelfplayGame {
    Position start = Position::start();
    std::size_t opening_plies = 0;
    std::vector<ScoredMove> moves;
    GameResult result = GameResult::Open;
    GameEnd end = GameEnd::Rules;

    [[nodiscard]] bool operator==(const SelfplayGame&) const = default;
    // The positions that were searched.
    [[nodiscard]] std::size_t positions() const { return moves.size() - opening_plies; }
};

// Every move must be legal.
[[nodiscard]] std::string encode(const SelfplayGame& game);

// What was encoded, or nothing if these bytes never were.
[[nodiscard]] std::optional<SelfplayGame> decode(std::string_view bytes);

}  // namespace rookery::training
