#include "search/mcts/search.h"

#include "base/math.h"
#include "chess/draws.h"
#include "chess/movegen.h"
#include "search/mcts/tree.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rookery::mcts {
namespace {

// Far below what mate scores can count.
constexpr int deepest_tree = 250;

// A position repeated on the path from the root counts as a draw: a side that can repeat once can
// repeat again.
bool seems_repeated(const Path& path) {
    return is_search_repetition(path.keys, path.position.halfmove_clock(), path.depth());
}

// The rank of a proven or open move: smaller is better.
int group_of(const Node& node, bool draw_is_better) {
    switch (node.verdict) {
        case Verdict::Won: return 0;
        case Verdict::Drawn: return draw_is_better ? 1 : 3;
        case Verdict::Open: return 2;
        case Verdict::Lost: return 4;
    }
    return 2;
}

// Compares moves of the same rank.
bool is_better(const Node& a, const Node& b) {
    if (a.verdict == Verdict::Won) return a.mate_plies < b.mate_plies;
    if (a.verdict == Verdict::Lost) return a.mate_plies > b.mate_plies;
    if (a.visits != b.visits) return a.visits > b.visits;
    return a.wins > b.wins;
}

}  // namespace

void Path::go_to(NodeIndex child, Move move) {
    nodes.push_back(child);
    position.make(move);
    keys.push_back(position.key());
}

void Path::restart(const Root& root) {
    nodes.assign(1, Tree::root);
    keys.assign(root.keys.begin(), root.keys.end());
    position = root.position;
}

Search::Search(Tree& tree, Simulation& simulation, const Settings& settings, Random& random)
    : tree_(tree), simulation_(simulation), settings_(settings), random_(random),
      path_(Root(Position::start())), depth_limit_(deepest_tree) {}

void Search::limit_depth(int depth) { depth_limit_ = std::clamp(depth, 1, deepest_tree); }

bool Search::play_round(const Root& root, SearchWatch& watch) {
    path_.restart(root);
    select(path_);
    expand(path_, watch);
    const double result = simulate(path_, watch);
    if (watch.is_stopped()) return false;
    backpropagate(path_, result);
    return true;
}

// Stage 1, selection: down the tree, always to the child with the best win rate or few visits.
void Search::select(Path& path) const {
    while (!is_at_the_edge(path)) {
        const NodeIndex child = best_child(path.leaf());
        path.go_to(child, tree_[child].move);
    }
}

bool Search::is_at_the_edge(const Path& path) const {
    const Node& node = tree_[path.leaf()];
    if (path.leaf() == Tree::root) return false;
    if (path.depth() >= depth_limit_) return true;
    return node.visits == 0 || node.is_proven() || node.children == 0 || node.has_untried_moves();
}

NodeIndex Search::best_child(NodeIndex parent) const {
    const Node& node = tree_[parent];
    const double log_visits = natural_log(std::max<std::uint32_t>(1, node.visits));
    NodeIndex best = node.first_child;
    double highest = -1;
    for (const NodeIndex index : tree_.children_of(parent)) {
        const Node& child = tree_[index];
        if (child.verdict == Verdict::Lost) continue;  // an open move is better
        const double value = urgency(child, node, log_visits);
        if (value > highest) {
            highest = value;
            best = index;
        }
    }
    return best;
}

double Search::urgency(const Node& child, const Node& parent, double log_visits) const {
    constexpr double must_be_tried = 1e9;
    if (settings_.priors) {
        // Before its first visit a move has the win rate of its parent (first play urgency).
        const double rate = child.visits > 0 ? child.win_rate() : 1 - parent.win_rate();
        const double due =
            child.prior * std::sqrt(static_cast<double>(std::max<std::uint32_t>(1, parent.visits)));
        return rate + settings_.prior_weight / 1000.0 * due / (1.0 + child.visits);
    }
    if (child.visits == 0) return must_be_tried;
    return child.win_rate() + settings_.exploration / 1000.0 * std::sqrt(log_visits / child.visits);
}

// Stage 2, expansion: on its second visit a leaf gets a child, which becomes the leaf.
void Search::expand(Path& path, SearchWatch& watch) {
    const Node& leaf = tree_[path.leaf()];
    if (leaf.visits > 0 && !leaf.is_proven() && leaf.has_untried_moves() &&
        path.depth() < depth_limit_ && !seems_repeated(path)) {
        if (settings_.priors && tree_.has_room_for(leaf.moves)) {
            const MoveList moves = legal_moves(path.position);
            add_all(path.leaf(), path.position, {moves.begin(), moves.size()}, watch);
            if (watch.is_stopped()) return;
            const NodeIndex child = best_child(path.leaf());
            path.go_to(child, tree_[child].move);
        } else if (!settings_.priors && tree_.has_room_for(1)) {
            add_untried(path);
        }
    }
    deepest_ = std::max(deepest_, path.depth());
    if (tree_[path.leaf()].visits == 0) look_at(path);
}

void Search::add_untried(Path& path) {
    const MoveList moves = legal_moves(path.position);
    const std::vector<Move> left = untried(path.leaf(), {moves.begin(), moves.size()});
    const Move move = left[random_.below(left.size())];
    path.go_to(tree_.add_child(path.leaf(), move), move);
}

std::vector<Move> Search::untried(NodeIndex parent, std::span<const Move> moves) const {
    std::vector<Move> left;
    for (const Move move : moves)
        if (tree_.find_child(parent, move) == no_node) left.push_back(move);
    return left;
}

void Search::add_all(NodeIndex parent, const Position& position, std::span<const Move> moves,
                     SearchWatch& watch) {
    std::array<float, max_moves> priors{};
    if (settings_.priors) simulation_.weigh(position, moves, {priors.data(), moves.size()}, watch);
    if (watch.is_stopped()) {
        // The priors are incomplete. The root needs its children all the same.
        if (parent != Tree::root) return;
        priors.fill(0);
    }
    for (std::size_t i = 0; i < moves.size(); ++i)
        tree_[tree_.add_child(parent, moves[i])].prior = priors[i];
}

void Search::open(const Root& root, std::span<const Move> moves, SearchWatch& watch) {
    std::vector<Move> left = untried(Tree::root, moves);
    shuffle(left, random_);
    tree_[Tree::root].moves = static_cast<std::uint8_t>(moves.size());
    add_all(Tree::root, root.position, left, watch);
}

void Search::look_at(const Path& path) {
    Node& node = tree_[path.leaf()];
    const Position& position = path.position;
    node.moves = static_cast<std::uint8_t>(count_moves(position));
    if (node.moves == 0 && position.in_check()) {
        node.verdict = Verdict::Won;
    } else if (node.moves == 0 || is_dead(position) || position.halfmove_clock() >= 100 ||
               earlier_occurrences(path.keys, position.halfmove_clock()) >= 2) {
        node.verdict = Verdict::Drawn;
    }
}

// Stage 3, simulation: the win rate of the leaf for the side that made the last move.
double Search::simulate(const Path& path, SearchWatch& watch) {
    const Node& leaf = tree_[path.leaf()];
    if (leaf.is_proven()) return leaf.win_rate();
    if (seems_repeated(path)) return 0.5;
    return 1 - simulation_.value_of(path.position, watch);
}

// Stage 4, backpropagation: from the leaf to the root every node gets the result for its side, and
// is proven where its children prove it.
void Search::backpropagate(const Path& path, double result) {
    bool proven_below = false;
    for (std::size_t i = path.nodes.size(); i-- > 0;) {
        const NodeIndex index = path.nodes[i];
        Node& node = tree_[index];
        if (proven_below && settings_.solver && !node.is_proven()) prove(tree_, index);
        proven_below = node.is_proven();
        if (proven_below) result = node.win_rate();
        ++node.visits;
        node.wins += result;
        result = 1 - result;
    }
}

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

void report(const Tree& tree, const Simulation& simulation, const Progress& progress, int multi_pv,
            SearchListener& listener) {
    const std::vector<NodeIndex> ranked = ranked_children(tree, Tree::root);
    TreeReport numbers{progress.playouts, tree.size(), progress.elapsed, {}};
    for (const NodeIndex index : ranked) {
        const Node& child = tree[index];
        numbers.moves.push_back({child.move, child.visits, child.win_rate(), child.is_proven()});
    }
    listener.on_tree(numbers);

    const auto wanted = std::min(ranked.size(), static_cast<std::size_t>(std::max(1, multi_pv)));
    for (std::size_t i = 0; i < wanted; ++i) {
        LineReport line;
        line.moves = line_of(tree, ranked[i]);
        line.depth = static_cast<int>(line.moves.size());
        line.selective_depth = std::max(progress.deepest, line.depth);
        line.line = static_cast<int>(i) + 1;
        line.score = score_of(tree[ranked[i]], simulation);
        line.nodes = progress.playouts;
        line.elapsed = progress.elapsed;
        line.hashfull = static_cast<int>(1000 * tree.size() / tree.capacity());
        listener.on_line(line);
    }
}

}  // namespace rookery::mcts
