// Alpha-beta: negamax that does not look at what cannot matter.
//
// Alpha is what the player to move is already sure of elsewhere in the tree, beta what the opponent
// will concede at most: he has a way to hold it there. Once a move reaches beta, the opponent will
// not let this node come about, and its other moves need not be looked at. The score of the root is
// the same as negamax finds; with the best moves first, only about the square root of the leaves is
// visited.
#pragma once

#include "search/textbook/game_tree.h"

#include <algorithm>

namespace rookery::textbook {

// Between alpha and beta the score is exact. From beta on the true one may be even higher, up to
// alpha it may be even lower.
template <GameTree Tree>
OutcomeIn<Tree> alphabeta(Tree& tree, const NodeOf<Tree>& node, int depth, Score alpha,
                          Score beta) {
    if (depth == 0 || tree.is_stopped()) return OutcomeIn<Tree>(tree.value(node));
    const auto moves = tree.moves(node, depth);
    if (moves.empty()) return OutcomeIn<Tree>(tree.value(node));

    auto best = OutcomeIn<Tree>::none();
    for (const auto move : moves) {
        const auto reply = alphabeta(tree, tree.after(node, move), depth - 1, -beta, -alpha);
        if (tree.is_stopped()) break;
        if (-reply.score > best.score) best = {-reply.score, move, reply.line};
        if (best.score >= beta) break;
        alpha = std::max(alpha, best.score);
    }
    return best;
}

// From a root, where nothing is known yet.
template <GameTree Tree>
OutcomeIn<Tree> alphabeta(Tree& tree, const NodeOf<Tree>& root, int depth) {
    return alphabeta(tree, root, depth, -Score::infinite(), Score::infinite());
}

}  // namespace rookery::textbook
