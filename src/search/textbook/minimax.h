// Minimax, the beginning of it all: White wants the highest score, Black the lowest, and each
// believes that the other will find the best reply. Every line is followed to the same depth.
#pragma once

#include "search/textbook/game_tree.h"

namespace rookery::textbook {

template <GameTree Tree>
OutcomeIn<Tree> lowest_for_black(Tree& tree, const NodeOf<Tree>& node, int depth);

// White to move. Scores are White's.
template <GameTree Tree>
OutcomeIn<Tree> highest_for_white(Tree& tree, const NodeOf<Tree>& node, int depth) {
    if (depth == 0 || tree.is_stopped()) return OutcomeIn<Tree>(tree.value(node));
    const auto moves = tree.moves(node, depth);
    if (moves.empty()) return OutcomeIn<Tree>(tree.value(node));

    OutcomeIn<Tree> best(-Score::infinite());
    for (const auto move : moves) {
        const auto reply = lowest_for_black(tree, tree.after(node, move), depth - 1);
        if (tree.is_stopped()) break;
        if (reply.score > best.score) best = {reply.score, move, reply.line};
    }
    return best;
}

// Black to move. Scores are still White's, but a node gives its value to the player whose turn it
// is.
template <GameTree Tree>
OutcomeIn<Tree> lowest_for_black(Tree& tree, const NodeOf<Tree>& node, int depth) {
    if (depth == 0 || tree.is_stopped()) return OutcomeIn<Tree>(-tree.value(node));
    const auto moves = tree.moves(node, depth);
    if (moves.empty()) return OutcomeIn<Tree>(-tree.value(node));

    OutcomeIn<Tree> best(Score::infinite());
    for (const auto move : moves) {
        const auto reply = highest_for_white(tree, tree.after(node, move), depth - 1);
        if (tree.is_stopped()) break;
        if (reply.score < best.score) best = {reply.score, move, reply.line};
    }
    return best;
}

// What White can be sure of.
template <GameTree Tree>
OutcomeIn<Tree> minimax(Tree& tree, const NodeOf<Tree>& node, int depth) {
    return tree.is_whites_turn(node) ? highest_for_white(tree, node, depth)
                                     : lowest_for_black(tree, node, depth);
}

// Negamax: minimax told from one view. What is good for me is bad for you by as much, so there need
// not be two functions: whoever is to move wants the highest score, and the score of a move is the
// other player's score after it, turned around.

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
