#include "search/mcts/tree.h"

#include <algorithm>
#include <cassert>
#include <new>

namespace rookery::mcts {

void Tree::reserve(std::size_t nodes) {
    nodes_ = {};
    spare_ = {};
    nodes_.reserve(nodes);
    spare_.reserve(nodes);
    capacity_ = nodes;
    clear();
}

void Tree::resize(std::size_t mebibytes) {
    const std::size_t each = (std::max<std::size_t>(1, mebibytes) << 20) / 2 / sizeof(Node);
    try {
        reserve(std::clamp<std::size_t>(each, smallest, no_node));
    } catch (const std::bad_alloc&) {
        reserve(smallest);
        throw;
    }
}

void Tree::clear() {
    nodes_.clear();
    nodes_.emplace_back();
}

NodeIndex Tree::add_child(NodeIndex parent, Move move) {
    assert(has_room_for(1));
    const auto index = static_cast<NodeIndex>(nodes_.size());
    Node& child = nodes_.emplace_back();
    child.move = move;
    child.next_sibling = nodes_[parent].first_child;
    nodes_[parent].first_child = index;
    ++nodes_[parent].children;
    return index;
}

NodeIndex Tree::find_child(NodeIndex parent, Move move) const {
    for (const NodeIndex child : children_of(parent))
        if (nodes_[child].move == move) return child;
    return no_node;
}

// Level by level: a copied node keeps the indices of its children in the old block until they are
// copied.
void Tree::make_root(NodeIndex index) {
    if (index == root) return;
    spare_.clear();
    spare_.push_back(nodes_[index]);
    spare_.front().next_sibling = no_node;
    for (std::size_t moved = 0; moved < spare_.size(); ++moved) {
        NodeIndex child = spare_[moved].first_child;
        if (child == no_node) continue;
        spare_[moved].first_child = static_cast<NodeIndex>(spare_.size());
        while (child != no_node) {
            spare_.push_back(nodes_[child]);
            child = nodes_[child].next_sibling;
            spare_.back().next_sibling =
                child == no_node ? no_node : static_cast<NodeIndex>(spare_.size());
        }
    }
    nodes_.swap(spare_);
}

}  // namespace rookery::mcts
