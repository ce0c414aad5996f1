// Game trees that fit on paper, with a count of the leaves that were looked at.
#pragma once

#include "search/textbook/minimax.h"

#include <cstdint>
#include <vector>

namespace rookery::test {

// A tree as it is drawn: numbers at the leaves, in White's view. White moves at the top.
struct Drawn {
    int number = 0;
    std::vector<Drawn> branches;

    Drawn(int leaf) : number(leaf) {}
    Drawn(std::initializer_list<Drawn> below) : branches(below) {}
};

class DrawnTree {
  public:
    using Move = std::size_t;  // which branch
    struct Node {
        const Drawn* here;
        bool whites_turn;
    };

    [[nodiscard]] static Node top(const Drawn& drawn) { return {&drawn, true}; }
    [[nodiscard]] bool is_whites_turn(const Node& node) const { return node.whites_turn; }
    [[nodiscard]] std::vector<Move> moves(const Node& node, int) const {
        std::vector<Move> all(node.here->branches.size());
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
        return all;
    }
    [[nodiscard]] Node after(const Node& node, Move move) const {
        return {&node.here->branches[move], !node.whites_turn};
    }
    [[nodiscard]] Score value(const Node& node) {
        seen.push_back(node.here->number);
        return Score(node.whites_turn ? node.here->number : -node.here->number);
    }
    [[nodiscard]] bool is_stopped() const { return false; }

    std::vector<int> seen;  // the leaves, in the order in which they were looked at
};
static_assert(textbook::GameTree<DrawnTree>);

// Every node has as many branches, and which of them is the best is known: the first or the last.
class UniformTree {
  public:
    enum class Best { First, Last };
    using Move = int;
    struct Node {
        int true_value;  // for whose turn it is, if everything below is searched
        bool whites_turn;
    };

    UniformTree(int branches, Best best) : branches_(branches), best_(best) {}

    [[nodiscard]] static Node top() { return {7, true}; }
    [[nodiscard]] bool is_whites_turn(const Node& node) const { return node.whites_turn; }
    [[nodiscard]] std::vector<Move> moves(const Node&, int) const {
        std::vector<Move> all;
        for (int i = 0; i < branches_; ++i)
            all.push_back(best_ == Best::First ? i : branches_ - 1 - i);
        return all;
    }
    // Move 0 keeps the value, every other loses as much as its number.
    [[nodiscard]] Node after(const Node& node, Move move) const {
        return {-(node.true_value - move), !node.whites_turn};
    }
    [[nodiscard]] Score value(const Node& node) {
        ++leaves;
        return Score(node.true_value);
    }
    [[nodiscard]] bool is_stopped() const { return false; }

    std::uint64_t leaves = 0;

  private:
    int branches_;
    Best best_;
};
static_assert(textbook::GameTree<UniformTree>);

}  // namespace rookery::test
