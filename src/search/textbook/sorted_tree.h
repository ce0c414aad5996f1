// Chess as a game tree whose best-looking moves come first.
//
// Alpha-beta cuts most where it meets the best move early. What looks best is asked of the evaluator: every
// move is made once, only to be judged. One ply above the leaves that would be as much work as the search.
#pragma once

#include "base/sort.h"
#include "search/textbook/chess_tree.h"

namespace rookery::textbook {

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
        insertion_sort(judged.begin(), judged.end(),
                       [](const Judged& one, const Judged& other) { return one.score > other.score; });
        for (std::size_t i = 0; i < moves.size(); ++i) moves[i] = judged[i].move;
    }
};
static_assert(GameTree<SortedTree>);

}  // namespace rookery::textbook
