// The tree in memory: nodes in one block that does not grow beyond its bound.
//
// When the game goes on, what is below the new root is moved to a second block and the rest forgotten, so
// each block gets half of the memory.
#pragma once

#include "search/mcts/node.h"

#include <cstddef>
#include <vector>

namespace rookery::mcts {

class Tree {
  public:
    // May throw std::bad_alloc, and is then left with the smallest. Forgets all nodes.
    void resize(std::size_t mebibytes);

    // Nothing but a root without a move.
    void clear();
    // The node becomes the root; all that is not below it is gone.
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
    // Whatever happens, a root and its children have room.
    static constexpr std::size_t smallest = 1 + max_moves;

    void reserve(std::size_t nodes);

    std::vector<Node> nodes_;
    std::vector<Node> spare_;
    std::size_t capacity_ = 0;
};

}  // namespace rookery::mcts
