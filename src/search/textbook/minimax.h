// Minimax, negamax and alpha-beta for any game tree, be it chess or a tree drawn on paper.
//
// Two players take turns, and what one gains the other loses. A node is one position of the game.
// The searches look at the moves from a node, and evaluate a node by itself only at the end of the
// depth.
#pragma once

#include "base/containers.h"
#include "eval/score.h"

#include <algorithm>
#include <concepts>
#include <cstddef>

namespace rookery::textbook {

template <class Tree>
concept GameTree = requires(Tree& tree, const typename Tree::Node& node, typename Tree::Move move,
                            int depth) {
    { tree.is_whites_turn(node) } -> std::same_as<bool>;
    // The moves in the order in which they are searched; none where the game is over. The depth is
    // how many plies will be searched from here.
    { *tree.moves(node, depth).begin() } -> std::convertible_to<typename Tree::Move>;
    { tree.after(node, move) } -> std::same_as<typename Tree::Node>;
    // The static value of the node, for the player whose turn it is.
    { tree.value(node) } -> std::same_as<Score>;
    // The search must end now; the result of a move that is half searched is thrown away.
    { tree.is_stopped() } -> std::same_as<bool>;
};

// No search of this folder looks further ahead.
inline constexpr int deepest_depth = 100;
inline constexpr std::size_t longest_line = 128;

template <class Move>
using Line = InlineVector<Move, longest_line>;

// The result of a search: the score of a node, and the best moves of both sides from there.
template <class Move>
struct Outcome {
    Score score;
    Line<Move> line;

    explicit Outcome(Score value) : score(value) {}
    Outcome(Score value, Move first, const Line<Move>& rest) : score(value) {
        line.push_back(first);
        for (const Move move : rest) line.push_back(move);
    }

    // Before any move was searched: every score is better.
    [[nodiscard]] static Outcome none() { return Outcome(-Score::infinite()); }
};

template <class Tree>
using NodeOf = typename Tree::Node;
template <class Tree>
using OutcomeIn = Outcome<typename Tree::Move>;

// Minimax: White wants the highest score, Black the lowest, and each expects the best reply of the
// other. Every line is searched to the same depth.

template <GameTree Tree>
OutcomeIn<Tree> lowest_for_black(Tree& tree, const NodeOf<Tree>& node, int depth);

// White to move. Scores are for White.
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

// Black to move. Scores are for White, but a node gives its value for the player whose turn it is.
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

// The score that White can be sure of.
template <GameTree Tree>
OutcomeIn<Tree> minimax(Tree& tree, const NodeOf<Tree>& node, int depth) {
    return tree.is_whites_turn(node) ? highest_for_white(tree, node, depth)
                                     : lowest_for_black(tree, node, depth);
}

// Negamax: minimax with one function for both players. The player to move wants the highest score,
// and the score of a move is the opponent's score after it with the sign changed. Scores are those
// of the player whose turn it is.
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

// Alpha-beta: negamax without the moves that cannot change the result.
//
// Alpha is the score the player to move is already sure of, by another move earlier in the tree;
// beta is the score the opponent is sure of in the same way. Once a move reaches beta, the opponent
// will avoid this node, and its other moves need not be searched (a beta cutoff). The score of the
// root is the same as that of negamax; with the best moves first, only about the square root of the
// leaves is visited.
//
// Between alpha and beta the score is exact. From beta on it is a lower bound, up to alpha an upper
// bound.
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

// From a root, where no score is known yet.
template <GameTree Tree>
OutcomeIn<Tree> alphabeta(Tree& tree, const NodeOf<Tree>& root, int depth) {
    return alphabeta(tree, root, depth, -Score::infinite(), Score::infinite());
}

}  // namespace rookery::textbook
