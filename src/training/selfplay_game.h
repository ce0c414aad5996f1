// A game the engine played against itself, as it is kept: every move with what the search thought.
#pragma once

#include "chess/game.h"
#include "eval/score.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rookery::training {

// Why a game was over.
enum class GameEnd : std::uint8_t {
    Rules,    // mate, stalemate, repetition...: the last position says which
    Decided,  // the search was sure for long enough
    Level,    // nothing happened for long enough
    TooLong,
};

struct ScoredMove {
    Move move;
    // What the search that chose it found, in White's view; Score::value(), mates included. Zero for
    // the moves of the opening, which nobody searched.
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

}  // namespace rookery::training
