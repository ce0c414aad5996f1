// The tree of Monte-Carlo tree search in memory: nodes in one block of limited size.
//
// When the game goes on, the subtree below the new root is copied to a second block and the rest is
// dropped, so each block gets half of the memory.
#pragma once

#include "chess/move.h"
#include "chess/movegen.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rookery::mcts {

// The proven result of a node, for the side that made its move.
enum class Verdict : std::uint8_t { Open, Won, Lost, Drawn };

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex no_node = 0xFFFFFFFF;

// A move and the results of playing it. Nodes hold no position: a walk down the tree makes the
// moves. Children are a linked list, because they are added one with every visit.
struct Node {
    double wins = 0;  // for the side that made the move; a draw is half a win
    std::uint32_t visits = 0;
    NodeIndex first_child = no_node;
    NodeIndex next_sibling = no_node;
    float prior = 0;  // the share of visits it should get, where there are priors
    Move move;
    std::uint16_t mate_plies = 0;  // from here, if won or lost
    std::uint8_t moves = 0;        // legal ones, known from the first visit on
    std::uint8_t children = 0;     // those tried
    Verdict verdict = Verdict::Open;

    [[nodiscard]] bool is_proven() const { return verdict != Verdict::Open; }
    [[nodiscard]] bool has_untried_moves() const { return children < moves; }
    // For the side that made the move.
    [[nodiscard]] double win_rate() const {
        switch (verdict) {
            case Verdict::Won: return 1;
            case Verdict::Lost: return 0;
            case Verdict::Drawn: return 0.5;
            case Verdict::Open: break;
        }
        return visits == 0 ? 0.5 : wins / visits;
    }
};
static_assert(sizeof(Node) == 32);

class Tree {
  public:
    // Drops all nodes. May throw std::bad_alloc, and then keeps the smallest tree.
    void resize(std::size_t mebibytes);

    // Leaves only a root without a move.
    void clear();
    // The node becomes the root; nodes not below it are dropped.
    void make_root(NodeIndex index);

    static constexpr NodeIndex root = 0;
    [[nodiscard]] Node& operator[](NodeIndex index) { return nodes_[index]; }
    [[nodiscard]] const Node& operator[](NodeIndex index) const { return nodes_[index]; }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] std::size_t capacity() const { return capacity_; }
    [[nodiscard]] bool has_room_for(std::size_t nodes) const { return size() + nodes <= capacity_; }

    // There must be room.
    NodeIndex add_child(NodeIndex parent, Move move);

    // The child with that move, or no_node.
    [[nodiscard]] NodeIndex find_child(NodeIndex parent, Move move) const;

    // for (NodeIndex child : tree.children_of(node)) ...
    class Children {
      public:
        Children(const Tree& tree, NodeIndex parent) : tree_(tree), parent_(parent) {}
        struct Iterator {
            const Tree& tree;
            NodeIndex at;
            NodeIndex operator*() const { return at; }
            Iterator& operator++() {
                at = tree[at].next_sibling;
                return *this;
            }
            bool operator!=(const Iterator& other) const { return at != other.at; }
        };
        [[nodiscard]] Iterator begin() const { return {tree_, tree_[parent_].first_child}; }
        [[nodiscard]] Iterator end() const { return {tree_, no_node}; }

      private:
        const Tree& tree_;
        NodeIndex parent_;
    };
    [[nodiscard]] Children children_of(NodeIndex parent) const { return {*this, parent}; }

  private:
    // A root and its children always have room.
    static constexpr std::size_t smallest = 1 + max_moves;

    void reserve(std::size_t nodes);

    std::vector<Node> nodes_;
    std::vector<Node> spare_;
    std::size_t capacity_ = 0;
};

// Solver: proves the result of a node from its children; true if it is proven.
//
// A node is lost for the side that made its move as soon as one reply wins, and won when every
// reply loses. When all replies are proven and none wins, the best of them is a draw.
inline bool prove(Tree& tree, NodeIndex index) {
    Node& node = tree[index];
    bool all_known = node.moves > 0 && !node.has_untried_moves();
    bool can_draw = false;
    int soonest_win = 0;
    int latest_loss = 0;
    for (const NodeIndex reply : tree.children_of(index)) {
        const Node& child = tree[reply];
        const int plies = child.mate_plies + 1;
        switch (child.verdict) {
            case Verdict::Won:
                if (soonest_win == 0 || plies < soonest_win) soonest_win = plies;
                break;
            case Verdict::Lost: latest_loss = plies > latest_loss ? plies : latest_loss; break;
            case Verdict::Drawn: can_draw = true; break;
            case Verdict::Open: all_known = false; break;
        }
    }
    if (soonest_win > 0) {
        node.verdict = Verdict::Lost;
        node.mate_plies = static_cast<std::uint16_t>(soonest_win);
    } else if (all_known && can_draw) {
        node.verdict = Verdict::Drawn;
    } else if (all_known) {
        node.verdict = Verdict::Won;
        node.mate_plies = static_cast<std::uint16_t>(latest_loss);
    }
    return node.is_proven();
}

}  // namespace rookery::mcts
