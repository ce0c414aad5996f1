// Random games from a leaf of the tree to their end.
#pragma once

#include "base/random.h"
#include "search/mcts/known_result.h"
#include "search/mcts/playout_board.h"
#include "search/mcts/simulation.h"

namespace rookery::mcts {

// So many plies without a capture or a pawn move, counted from the leaf, are a draw.
inline constexpr int quiet_plies_allowed = 50;

struct PlayedOut {
    GameResult result = GameResult::Draw;
    int plies = 0;
};

// Random moves to mate, stalemate, a known result or too many quiet plies.
[[nodiscard]] PlayedOut play_out(const Position& position, Random& random);

class RandomPlayouts final : public Simulation {
  public:
    explicit RandomPlayouts(std::uint64_t seed) : seed_(seed), random_(seed) {}

    [[nodiscard]] double value_of(const Position& position, SearchWatch& watch) override;
    [[nodiscard]] Score score_of(double win_rate) const override;
    void new_game() override { random_ = Random(seed_); }

  private:
    std::uint64_t seed_;
    Random random_;
};

}  // namespace rookery::mcts
