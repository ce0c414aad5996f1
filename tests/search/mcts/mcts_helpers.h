// Both Monte-Carlo searchers, and a check of the visits in a tree.
#pragma once

#include "eval/simple_evaluators.h"
#include "search/mcts/mcts_searcher.h"
#include "search/mcts/simulation.h"
#include "search/search_helpers.h"

#include <gtest/gtest.h>

namespace rookery::test {

[[nodiscard]] inline mcts::TreeSearcher playing_out(const SettingValues& values = {},
                                                    std::uint64_t seed = 1) {
    return {std::make_unique<mcts::RandomPlayouts>(seed),
            mcts::settings_from(mcts_settings(), values), seed};
}

[[nodiscard]] inline mcts::TreeSearcher combined(const SettingValues& values = {},
                                                 std::uint64_t seed = 1) {
    const mcts::Settings settings = mcts::settings_from(mcts_ab_settings(), values);
    return {std::make_unique<mcts::LeafSearch>(std::make_unique<Erased<PieceSquareEvaluator>>(),
                                               settings),
            settings, seed};
}

[[nodiscard]] inline Limits rounds(std::uint64_t nodes) {
    Limits limits;
    limits.nodes = nodes;
    return limits;
}

inline SearchResult search(Searcher& searcher, const Root& root, const Limits& limits) {
    LineWitness witness(root);
    const SearchResult result = searcher.search(root, limits, {}, witness);
    EXPECT_EQ(witness.last.score, result.score);
    if (result.best) {
        EXPECT_EQ(witness.last.moves.front(), result.best);
    }
    return result;
}

// Every visit below a node came through it, and all but `own` of its visits went on below.
inline void expect_sums(const mcts::Tree& tree, mcts::NodeIndex index, std::uint32_t own) {
    const mcts::Node& node = tree[index];
    EXPECT_GE(node.wins, 0);
    EXPECT_LE(node.wins, node.visits);
    EXPECT_GE(node.win_rate(), 0);
    EXPECT_LE(node.win_rate(), 1);
    if (node.children == 0) return;
    std::uint32_t below = 0;
    for (const mcts::NodeIndex child : tree.children_of(index)) {
        below += tree[child].visits;
        expect_sums(tree, child, 1);
    }
    EXPECT_EQ(below + own, node.visits);
}

}  // namespace rookery::test
