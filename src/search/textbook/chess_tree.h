// Chess as a game tree, with the moves as they are generated or with the best-looking moves first.
#pragma once

#include "base/containers.h"
#include "chess/movegen.h"
#include "eval/evaluator.h"
#include "search/limits.h"
#include "search/textbook/minimax.h"

namespace rookery::textbook {

class ChessTree {
  public:
    using Move = rookery::Move;
    struct Node {
        Position position;
        int ply = 0;  // from the root
    };

    // At the root only these moves are searched. The references must outlive the tree.
    ChessTree(const Position& root, const MoveList& root_moves, ErasedEvaluator& evaluator,
              SearchWatch& watch)
        : root_(root), root_moves_(root_moves), evaluator_(evaluator), watch_(watch),
          bundle_(watch.bundle()) {}
    ~ChessTree() { count_nodes(); }
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
        if (++uncounted_ >= bundle_) count_nodes();
        return child(node, move);
    }
    // A sooner mate is worth more, so that the shortest mate and the longest defence are played.
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
    void count_nodes() {
        static_cast<void>(watch_.count_nodes(uncounted_));
        uncounted_ = 0;
    }

    const Position& root_;
    const MoveList& root_moves_;
    ErasedEvaluator& evaluator_;
    SearchWatch& watch_;
    std::uint64_t bundle_;
    std::uint64_t uncounted_ = 0;  // nodes not yet added to the watch, which all threads share
};
static_assert(GameTree<ChessTree>);

// Move ordering: alpha-beta has most cutoffs where the best move comes early. Every move is made
// once to evaluate the position after it. One ply above the leaves that would be as much work as
// the search.
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
    struct Candidate {
        Move move;
        Score score;
    };

    void sort(const Node& node, MoveList& moves) {
        look_at_clock();  // so many evaluations take long
        InlineVector<Candidate, max_moves> candidates;
        for (const Move move : moves) candidates.push_back({move, -value(child(node, move))});
        insertion_sort(
            candidates.begin(), candidates.end(),
            [](const Candidate& one, const Candidate& other) { return one.score > other.score; });
        for (std::size_t i = 0; i < moves.size(); ++i) moves[i] = candidates[i].move;
    }
};
static_assert(GameTree<SortedTree>);

}  // namespace rookery::textbook
