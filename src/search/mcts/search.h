// Monte-Carlo tree search in its four stages.
//
// Each round walks from the root to the edge of the tree (selection), adds a node there
// (expansion), finds out what it is worth (simulation) and tells every node on the way
// (backpropagation). Moves that did well are tried more often, so the tree grows where it matters.
#pragma once

#include "base/random.h"
#include "search/mcts/simulation.h"
#include "search/mcts/tree.h"
#include "search/searcher.h"

#include <vector>

namespace rookery::mcts {

// What can be chosen of the two Monte-Carlo searchers.

struct Settings {
    int exploration = 1414;  // c of the selection, in thousandths
    int solver = 1;          // proven results travel up the tree
    int reuse = 1;           // what is below the played moves is kept
    // Of mcts-ab alone.
    int leaf_depth = 1;      // of the alpha-beta search, before its quiescence
    int squash = 200;        // the width of the curve from values to win rates
    int priors = 1;          // moves get visits as a look at each of them promises
    int prior_weight = 700;  // c of the selection by priors, in thousandths
    int prior_spread = 100;  // a move worth so much less is due a visit in e
};

// As a table for whoever chooses by name. The standard values of mcts-ab are its own.
[[nodiscard]] std::span<const SearcherSetting> playout_settings();
[[nodiscard]] std::span<const SearcherSetting> combined_settings();

// The standard values, and others by their names.
[[nodiscard]] Settings chosen(std::span<const SearcherSetting> standard,
                              const SettingValues& values);

// A way down the tree, the root first, and the position it leads to.
struct Path {
    std::vector<NodeIndex> nodes;
    std::vector<Key> keys;  // since the last irreversible move before the root
    Position position;

    explicit Path(const Root& root) : nodes{Tree::root}, keys(root.keys), position(root.position) {}

    [[nodiscard]] NodeIndex leaf() const { return nodes.back(); }
    [[nodiscard]] int depth() const { return static_cast<int>(nodes.size()) - 1; }
    void go_to(NodeIndex child, Move move);
    // Back to the root, without giving back memory.
    void restart(const Root& root);
};

class Search {
  public:
    // Whatever it is given must outlive it. The root of the tree has its children.
    Search(Tree& tree, Simulation& simulation, const Settings& settings, Random& random);

    // Gives the root the children it has not had yet.
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
    // What is certain of a node on the first visit: how many moves it has, and whether the game is
    // over.
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

// What a tree has to say: its moves from best to worst, its line, its numbers.

// The children of a node, the best first: who wins soonest, then those with most visits, last who
// loses latest. A proven draw comes before the others if the most visited of them does worse.
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
