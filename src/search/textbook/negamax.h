// Negamax: minimax told from one view. What is good for me is bad for you by as much, so there need not be
// two functions: whoever is to move wants the highest score, and the score of a move is the other player's
// score after it, turned around.
#pragma once

#include "search/textbook/game_tree.h"

namespace rookery::textbook {

// Scores are those of the player whose turn it is.
template <GameTree Tree>
OutcomeIn<Tree> negamax(Tree& tree, const NodeOf<Tree>& node, int depth) {
    if (depth == 0 || tree.is_stopped()) return OutcomeIn<Tree>(tree.value(node));
    const auto moves = tree.moves(node, depth);
    if (moves.empty()) return OutcomeIn<Tree>(tree.value(node));

    auto best = OutcomeIn<Tree>::none();
    for (const auto move : moves) {
        const auto reply = negamax(tree, tree.after(node, move), depth - 1);
        if (tree.is_stopped()) break;
        if (-reply.score > best.score) best = {-reply.score, move, reply.line};
    }
    return best;
}

}  // namespace rookery::textbook
