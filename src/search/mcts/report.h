// What a tree has to say: its moves from best to worst, its line, its numbers.
#pragma once

#include "search/mcts/simulation.h"
#include "search/mcts/tree.h"
#include "search/searcher.h"

#include <vector>

namespace rookery::mcts {

// The children of a node, the best first: who wins soonest, then those with most visits, last who loses
// latest. A proven draw comes before the others if the most visited of them does worse.
[[nodiscard]] std::vector<NodeIndex> ranked_children(const Tree& tree, NodeIndex parent);

// A child and the best replies from there on. Leads to the end if that is proven.
[[nodiscard]] std::vector<Move> line_of(const Tree& tree, NodeIndex child);

// What the move is worth to the side that makes it: a mate if proven, else its win rate as a score.
[[nodiscard]] Score score_of(const Node& child, const Simulation& simulation);

// The most visited line as far as every move has been tried so often.
[[nodiscard]] int settled_depth(const Tree& tree, std::uint32_t visits);

struct Progress {
    std::uint64_t playouts = 0;
    std::chrono::milliseconds elapsed{0};
    int deepest = 0;
};
void report(const Tree& tree, const Simulation& simulation, const Progress& progress, int lines,
            SearchListener& listener);

}  // namespace rookery::mcts
