// When the engine gives up a game, offers a draw, or accepts one: the same in the terminal and over
// xboard.
#pragma once

#include "chess/position.h"
#include "eval/score.h"

#include <cstddef>
#include <optional>

namespace rookery {

class GamePolicy {
  public:
    // The search for the engine's move said this of the root, which is that ply of the game.
    void note(Score score, const Position& root, std::size_t ply);
    // Moves were taken back, or another game begins.
    void reset() { *this = GamePolicy(); }

    // The game has been hopeless for some moves.
    [[nodiscard]] bool resigns() const { return hopeless_moves_ >= hopeless_enough; }
    // The game has been level for many moves. After an offer the next one takes as long.
    [[nodiscard]] bool wants_to_offer_draw() const { return level_moves_ >= level_enough; }
    void offered_draw() { level_moves_ = 0; }
    // Whether it accepts a draw in this position, at that ply of the game: where it is clearly
    // worse, and late in a game also where neither side is better.
    [[nodiscard]] bool accepts_draw(const Position& position, std::size_t ply) const;

  private:
    static constexpr int hopeless_enough = 4;
    static constexpr int level_enough = 10;

    std::optional<int> last_score_;  // in centipawns
    int hopeless_moves_ = 0;
    int level_moves_ = 0;
};

}  // namespace rookery
