// Monte-Carlo tree search in its four stages.
//
// Each round walks from the root to a leaf of the tree (selection), adds a node there (expansion),
// estimates its value (simulation) and updates every node on the path (backpropagation). Moves that
// did well are tried more often (UCT, or PUCT where there are priors).
#pragma once

#include "base/random.h"
#include "search/mcts/simulation.h"
#include "search/mcts/tree.h"
#include "search/searcher.h"

#include <vector>

namespace rookery::mcts {

// A path down the tree, the root first, and the position it leads to.
struct Path {
    std::vector<NodeIndex> nodes;
    std::vector<Key> keys;  // since the last irreversible move before the root
    Position position;

    explicit Path(const Root& root) : nodes{Tree::root}, keys(root.keys), position(root.position) {}

    [[nodiscard]] NodeIndex leaf() const { return nodes.back(); }
    [[nodiscard]] int depth() const { return static_cast<int>(nodes.size()) - 1; }
    void go_to(NodeIndex child, Move move);
    // Back to the root; keeps the memory.
    void restart(const Root& root);
};

class Search {
  public:
    // The references must outlive it. The root of the tree has its children.
    Search(Tree& tree, Simulation& simulation, const Settings& settings, Random& random);

    // Adds the missing children of the root.
    void open(const Root& root, std::span<const Move> moves, SearchWatch& watch);
    // One round of the four stages; false if the watch stopped it half-way, and then nothing has
    // changed.
    bool play_round(const Root& root, SearchWatch& watch);

    // The four stages.
    void select(Path& path) const;
    void expand(Path& path, SearchWatch& watch);
    // For the side that made the last move of the path.
    [[nodiscard]] double simulate(const Path& path, SearchWatch& watch);
    void backpropagate(const Path& path, double result);

    // No node is deeper.
    void limit_depth(int depth);
    [[nodiscard]] int deepest() const { return deepest_; }

  private:
    [[nodiscard]] NodeIndex best_child(NodeIndex parent) const;
    [[nodiscard]] double urgency(const Node& child, const Node& parent, double log_visits) const;
    [[nodiscard]] bool is_at_the_edge(const Path& path) const;
    // On the first visit of a node: counts its moves and sees whether the game is over.
    void look_at(const Path& path);
    void add_untried(Path& path);
    void add_all(NodeIndex parent, const Position& position, std::span<const Move> moves,
                 SearchWatch& watch);
    [[nodiscard]] std::vector<Move> untried(NodeIndex parent, std::span<const Move> moves) const;

    Tree& tree_;
    Simulation& simulation_;
    Settings settings_;
    Random& random_;
    Path path_;
    int depth_limit_;
    int deepest_ = 0;
};

// The children of a node, the best first: the quickest win, then those with most visits, last the
// slowest loss. A proven draw comes before the unproven moves if the most visited of them does
// worse.
[[nodiscard]] std::vector<NodeIndex> ranked_children(const Tree& tree, NodeIndex parent);

// A child and the best replies after it; a proven line leads to its end.
[[nodiscard]] std::vector<Move> line_of(const Tree& tree, NodeIndex child);

// The score of a move for the side that makes it: a mate if proven, else its win rate as a score.
[[nodiscard]] Score score_of(const Node& child, const Simulation& simulation);

// The length of the most visited line in which every move has so many visits.
[[nodiscard]] int settled_depth(const Tree& tree, std::uint32_t visits);

struct Progress {
    std::uint64_t playouts = 0;
    std::chrono::milliseconds elapsed{0};
    int deepest = 0;
};
void report(const Tree& tree, const Simulation& simulation, const Progress& progress, int multi_pv,
            SearchListener& listener);

}  // namespace rookery::mcts
