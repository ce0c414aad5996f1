// A self-play game, and its encoding in few bytes, before compression.
//
//     flags        1 byte: result (2 bits), a start of its own (1), how it ended (2)
//     start        32 bytes (packed_position.h), only if it is not the ordinary one
//     plies, opening plies
//     moves        1 byte each: which of the legal moves, ordered by their 16-bit code
//     scores       one for each ply after the opening, as the difference to the one before
//
// All moves come before all scores, because similar bytes compress better. Scores are in White's
// view, so that they change little from ply to ply.
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

// Why a game ended.
enum class GameEnd : std::uint8_t {
    Rules,    // mate, stalemate, repetition...: the last position says which
    Decided,  // the score was large for long enough
    Level,    // the score was near zero for long enough
    TooLong,
};

struct ScoredMove {
    Move move;
    // The score of the search in White's view, Score::value() with mates; 0 for the random moves of
    // the opening.
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
    // Number of positions that were searched.
    [[nodiscard]] std::size_t positions() const { return moves.size() - opening_plies; }
};

// Every move must be legal.
[[nodiscard]] std::string encode(const SelfplayGame& game);

// Empty if the bytes are not an encoded game.
[[nodiscard]] std::optional<SelfplayGame> decode(std::string_view bytes);

}  // namespace rookery::training
