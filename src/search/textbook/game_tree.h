// What the searches of this folder ask of a game, be it chess or a tree drawn on paper.
//
// Two players take turns, and what one gains the other loses. A node is one situation of the game.
// To find out what it is worth, the searches look at what can follow, and ask for the value of a
// node by itself only where they look no further.
#pragma once

#include "base/containers.h"
#include "eval/score.h"

#include <concepts>
#include <cstddef>

namespace rookery::textbook {

template <class Tree>
concept GameTree = requires(Tree& tree, const typename Tree::Node& node, typename Tree::Move move,
                            int depth) {
    { tree.is_whites_turn(node) } -> std::same_as<bool>;
    // What can be played, in the order in which it shall be searched; nothing where the game is
    // over. The depth is how many plies will be searched from here.
    { *tree.moves(node, depth).begin() } -> std::convertible_to<typename Tree::Move>;
    { tree.after(node, move) } -> std::same_as<typename Tree::Node>;
    // What the node is worth by itself, to the player whose turn it is.
    { tree.value(node) } -> std::same_as<Score>;
    // There must be an answer now; what is half searched is thrown away.
    { tree.is_stopped() } -> std::same_as<bool>;
};

// No search of this folder looks further ahead.
inline constexpr int deepest_depth = 100;
inline constexpr std::size_t longest_line = 128;

template <class Move>
using Line = InlineVector<Move, longest_line>;

// What a search found out about a node: its score, and how it is reached if both sides play their
// best.
template <class Move>
struct Outcome {
    Score score;
    Line<Move> line;

    explicit Outcome(Score value) : score(value) {}
    Outcome(Score value, Move first, const Line<Move>& rest) : score(value) {
        line.push_back(first);
        for (const Move move : rest) line.push_back(move);
    }

    // Before anything was searched: whatever comes is better.
    [[nodiscard]] static Outcome none() { return Outcome(-Score::infinite()); }
};

template <class Tree>
using NodeOf = typename Tree::Node;
template <class Tree>
using OutcomeIn = Outcome<typename Tree::Move>;

}  // namespace rookery::textbook
