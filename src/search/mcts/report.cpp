#include "search/mcts/report.h"

#include <algorithm>

namespace rookery::mcts {
namespace {

// The groups in which moves come: smaller is better.
int group_of(const Node& node, bool draw_is_better) {
    switch (node.verdict) {
        case Verdict::Won: return 0;
        case Verdict::Drawn: return draw_is_better ? 1 : 3;
        case Verdict::Open: return 2;
        case Verdict::Lost: return 4;
    }
    return 2;
}

// Within a group.
bool is_better(const Node& a, const Node& b) {
    if (a.verdict == Verdict::Won) return a.mate_plies < b.mate_plies;
    if (a.verdict == Verdict::Lost) return a.mate_plies > b.mate_plies;
    if (a.visits != b.visits) return a.visits > b.visits;
    return a.wins > b.wins;
}

}  // namespace

std::vector<NodeIndex> ranked_children(const Tree& tree, NodeIndex parent) {
    std::vector<NodeIndex> ranked;
    const Node* most_visited = nullptr;
    for (const NodeIndex index : tree.children_of(parent)) {
        const Node& child = tree[index];
        ranked.push_back(index);
        if (!child.is_proven() && (most_visited == nullptr || child.visits > most_visited->visits))
            most_visited = &child;
    }
    const bool draw_is_better = most_visited != nullptr && most_visited->win_rate() < 0.5;
    std::stable_sort(ranked.begin(), ranked.end(), [&](NodeIndex a, NodeIndex b) {
        const int one = group_of(tree[a], draw_is_better);
        const int other = group_of(tree[b], draw_is_better);
        return one != other ? one < other : is_better(tree[a], tree[b]);
    });
    return ranked;
}

std::vector<Move> line_of(const Tree& tree, NodeIndex child) {
    std::vector<Move> line{tree[child].move};
    while (tree[child].children > 0) {
        child = ranked_children(tree, child).front();
        if (tree[child].visits == 0) break;
        line.push_back(tree[child].move);
    }
    return line;
}

Score score_of(const Node& child, const Simulation& simulation) {
    switch (child.verdict) {
        case Verdict::Won: return Score::mate_in(child.mate_plies + 1);
        case Verdict::Lost: return Score::mated_in(child.mate_plies + 1);
        case Verdict::Drawn: return Score::draw();
        case Verdict::Open: break;
    }
    return simulation.score_of(child.win_rate());
}

int settled_depth(const Tree& tree, std::uint32_t visits) {
    int depth = 0;
    for (NodeIndex node = Tree::root; tree[node].children > 0; ++depth) {
        node = ranked_children(tree, node).front();
        if (tree[node].visits < visits) break;
    }
    return depth;
}

void report(const Tree& tree, const Simulation& simulation, const Progress& progress, int lines,
            SearchListener& listener) {
    const std::vector<NodeIndex> ranked = ranked_children(tree, Tree::root);
    TreeReport numbers{progress.playouts, tree.size(), progress.elapsed, {}};
    for (const NodeIndex index : ranked) {
        const Node& child = tree[index];
        numbers.moves.push_back({child.move, child.visits, child.win_rate(), child.is_proven()});
    }
    listener.on_tree(numbers);

    const auto wanted = std::min(ranked.size(), static_cast<std::size_t>(std::max(1, lines)));
    for (std::size_t i = 0; i < wanted; ++i) {
        LineReport line;
        line.moves = line_of(tree, ranked[i]);
        line.depth = static_cast<int>(line.moves.size());
        line.selective_depth = std::max(progress.deepest, line.depth);
        line.line = static_cast<int>(i) + 1;
        line.score = score_of(tree[ranked[i]], simulation);
        line.nodes = progress.playouts;
        line.elapsed = progress.elapsed;
        line.table_permille = static_cast<int>(1000 * tree.size() / tree.capacity());
        listener.on_line(line);
    }
}

}  // namespace rookery::mcts
