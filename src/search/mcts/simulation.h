// The third stage of Monte-Carlo tree search: what a leaf of the tree is thought to be worth.
//
// `mcts` plays a random game from there; `mcts-ab` looks a few plies ahead instead.
#pragma once

#include "base/random.h"
#include "chess/position.h"
#include "eval/score.h"
#include "search/limits.h"
#include "search/mcts/playout_board.h"
#include "search/mcts/tree.h"

#include <span>

namespace rookery::mcts {

class Simulation {
  public:
    virtual ~Simulation() = default;

    // 0 to 1 for the side to move, which has a legal move. If the watch stops meanwhile, it means
    // nothing.
    [[nodiscard]] virtual double value_of(const Position& position, SearchWatch& watch) = 0;
    // How much each of the moves promises, together 1. Only for those who have an opinion before a
    // visit.
    virtual void weigh(const Position&, std::span<const Move>, std::span<float> /*priors*/,
                       SearchWatch&) {}

    // A win rate as a score and back; both rise together, and a half is a draw.
    [[nodiscard]] virtual Score score_of(double win_rate) const = 0;

    // The next values come out as those of a new one.
    virtual void new_game() = 0;
};

// Random games from a leaf of the tree to their end.

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
