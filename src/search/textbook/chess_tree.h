// Chess as a game tree.
#pragma once

#include "chess/movegen.h"
#include "eval/evaluator.h"
#include "search/search_watch.h"
#include "search/textbook/game_tree.h"

namespace rookery::textbook {

class ChessTree {
  public:
    using Move = rookery::Move;
    struct Node {
        Position position;
        int ply = 0;  // from the root
    };

    // Of the root only these moves are looked at. Everything handed in must outlive the tree.
    ChessTree(const Position& root, const MoveList& root_moves, ErasedEvaluator& evaluator, SearchWatch& watch)
        : root_(root), root_moves_(root_moves), evaluator_(evaluator), watch_(watch), bundle_(watch.bundle()) {}
    ~ChessTree() { tell_nodes(); }
    ChessTree(const ChessTree&) = delete;
    ChessTree& operator=(const ChessTree&) = delete;

    [[nodiscard]] Node root() const { return {root_, 0}; }
    [[nodiscard]] bool is_whites_turn(const Node& node) const {
        return node.position.side_to_move() == Color::White;
    }
    [[nodiscard]] MoveList moves(const Node& node, int /*depth*/) const {
        return node.ply == 0 ? root_moves_ : legal_moves(node.position);
    }
    // A node is counted when the move that leads to it is made.
    [[nodiscard]] Node after(const Node& node, Move move) {
        if (++untold_ >= bundle_) tell_nodes();
        return child(node, move);
    }
    // A mate is worth the more the sooner it comes: so the shortest is played, and the longest defence.
    [[nodiscard]] Score value(const Node& node) {
        if (has_legal_move(node.position)) return evaluator_.evaluate(node.position);
        return node.position.in_check() ? Score::mated_in(node.ply) : Score::draw();
    }
    [[nodiscard]] bool is_stopped() const { return watch_.is_stopped(); }

  protected:
    [[nodiscard]] static Node child(const Node& node, Move move) {
        return {node.position.after(move), node.ply + 1};
    }
    void look_at_clock() { watch_.look(); }

  private:
    void tell_nodes() {
        static_cast<void>(watch_.count_nodes(untold_));
        untold_ = 0;
    }

    const Position& root_;
    const MoveList& root_moves_;
    ErasedEvaluator& evaluator_;
    SearchWatch& watch_;
    std::uint64_t bundle_;
    std::uint64_t untold_ = 0;  // nodes counted here and not yet by the watch, which all threads share
};
static_assert(GameTree<ChessTree>);

}  // namespace rookery::textbook
