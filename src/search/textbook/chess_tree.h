// Chess as a game tree.
#pragma once

#include "base/containers.h"
#include "chess/movegen.h"
#include "eval/evaluator.h"
#include "search/limits.h"
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
    ChessTree(const Position& root, const MoveList& root_moves, ErasedEvaluator& evaluator,
              SearchWatch& watch)
        : root_(root), root_moves_(root_moves), evaluator_(evaluator), watch_(watch),
          bundle_(watch.bundle()) {}
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
    // A mate is worth the more the sooner it comes: so the shortest is played, and the longest
    // defence.
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
    std::uint64_t untold_ =
        0;  // nodes counted here and not yet by the watch, which all threads share
};
static_assert(GameTree<ChessTree>);

// Chess as a game tree whose best-looking moves come first.
//
// Alpha-beta cuts most where it meets the best move early. What looks best is asked of the
// evaluator: every move is made once, only to be judged. One ply above the leaves that would be as
// much work as the search.

class SortedTree : public ChessTree {
  public:
    using ChessTree::ChessTree;

    [[nodiscard]] MoveList moves(const Node& node, int depth) {
        MoveList moves = ChessTree::moves(node, depth);
        constexpr int too_low_to_sort = 1;
        if (depth > too_low_to_sort) sort(node, moves);
        return moves;
    }

  private:
    struct Judged {
        Move move;
        Score score;
    };

    void sort(const Node& node, MoveList& moves) {
        look_at_clock();  // so many evaluations take their time
        InlineVector<Judged, max_moves> judged;
        for (const Move move : moves) judged.push_back({move, -value(child(node, move))});
        insertion_sort(judged.begin(), judged.end(), [](const Judged& one, const Judged& other) {
            return one.score > other.score;
        });
        for (std::size_t i = 0; i < moves.size(); ++i) moves[i] = judged[i].move;
    }
};
static_assert(GameTree<SortedTree>);

}  // namespace rookery::textbook
