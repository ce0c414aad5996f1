// The third stage of Monte-Carlo tree search: what a leaf of the tree is thought to be worth.
//
// `mcts` plays a random game from there; `mcts-ab` looks a few plies ahead instead.
#pragma once

#include "chess/position.h"
#include "eval/score.h"
#include "search/search_watch.h"

#include <span>

namespace rookery::mcts {

class Simulation {
  public:
    virtual ~Simulation() = default;

    // 0 to 1 for the side to move, which has a legal move. If the watch stops meanwhile, it means nothing.
    [[nodiscard]] virtual double value_of(const Position& position, SearchWatch& watch) = 0;
    // How much each of the moves promises, together 1. Only for those who have an opinion before a visit.
    virtual void weigh(const Position&, std::span<const Move>, std::span<float> /*priors*/, SearchWatch&) {}

    // A win rate as a score and back; both rise together, and a half is a draw.
    [[nodiscard]] virtual Score score_of(double win_rate) const = 0;

    // The next values come out as those of a new one.
    virtual void new_game() = 0;
};

}  // namespace rookery::mcts
