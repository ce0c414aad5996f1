// Results that are certain, and how they travel up the tree.
//
// A node is lost for the side that made its move as soon as one reply wins, and won when every reply loses.
// When all replies are known and none wins, the best of them is a draw.
#pragma once

#include "search/mcts/tree.h"

namespace rookery::mcts {

// Proves the node if its children do; true if it did.
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
