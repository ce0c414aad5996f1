// The algorithms themselves, on trees where everything can be counted by hand.
#include "search/textbook/minimax.h"

#include "base/random.h"
#include "search/textbook/toy_trees.h"

#include <gtest/gtest.h>

namespace rookery::textbook {
namespace {

using test::Drawn;
using test::DrawnTree;
using test::UniformTree;

constexpr int unknown = 99;

std::vector<std::size_t> moves_of(const Outcome<std::size_t>& outcome) {
    return {outcome.line.begin(), outcome.line.end()};
}

TEST(TextbookTrees, MinimaxLooksAtEveryLeaf) {
    const Drawn drawn{{5, -1}, {-4, unknown}};
    DrawnTree tree;
    const auto outcome = minimax(tree, DrawnTree::top(drawn), 2);
    EXPECT_EQ(outcome.score, Score(-1));
    EXPECT_EQ(moves_of(outcome), (std::vector<std::size_t>{0, 1}));
    EXPECT_EQ(tree.seen, (std::vector<int>{5, -1, -4, unknown}));
}

TEST(TextbookTrees, NegamaxIsMinimax) {
    const Drawn drawn{{5, -1}, {-4, unknown}};
    DrawnTree tree;
    const auto outcome = negamax(tree, DrawnTree::top(drawn), 2);
    EXPECT_EQ(outcome.score, Score(-1));
    EXPECT_EQ(moves_of(outcome), (std::vector<std::size_t>{0, 1}));
    EXPECT_EQ(tree.seen, (std::vector<int>{5, -1, -4, unknown}));
}

// After -4 White knows that the second branch is worse than the first, whatever else is in it.
TEST(TextbookTrees, AlphaBetaLeavesOutTheFourthLeaf) {
    for (const int x : {unknown, 0, -unknown}) {
        const Drawn drawn{{5, -1}, {-4, x}};
        DrawnTree tree;
        const auto outcome = alphabeta(tree, DrawnTree::top(drawn), 2);
        EXPECT_EQ(outcome.score, Score(-1));
        EXPECT_EQ(moves_of(outcome), (std::vector<std::size_t>{0, 1}));
        EXPECT_EQ(tree.seen, (std::vector<int>{5, -1, -4}));
    }
}

// A node with nothing to choose.
Drawn forced(const Drawn& next) {
    Drawn drawn = {};
    drawn.branches.push_back(next);
    return drawn;
}

// What is left out deep below is left out because of the very top: White has 3 there, and need not
// know what else Black could do after 2 or 1.
TEST(TextbookTrees, AlphaBetaCutsDeepBelow) {
    const Drawn drawn{3, forced(Drawn{{2, unknown}, {1, unknown}})};
    DrawnTree tree;
    EXPECT_EQ(alphabeta(tree, DrawnTree::top(drawn), 4).score, Score(3));
    EXPECT_EQ(tree.seen, (std::vector<int>{3, 2, 1}));
    DrawnTree all;
    EXPECT_EQ(negamax(all, DrawnTree::top(drawn), 4).score, Score(3));
    EXPECT_EQ(all.seen.size(), 5U);
}

TEST(TextbookTrees, TheDepthEndsTheSearch) {
    const Drawn drawn{{5, -1}, {-4, unknown}};
    DrawnTree tree;
    EXPECT_EQ(minimax(tree, DrawnTree::top(drawn), 0).score, Score(0));
    EXPECT_EQ(tree.seen, std::vector<int>{0});
}

Drawn random_tree(Random& random, int depth) {
    if (depth == 0 || random.one_in(12)) return Drawn(static_cast<int>(random.below(21)) - 10);
    Drawn drawn = {};
    for (std::uint64_t i = 0; i <= random.below(5); ++i)
        drawn.branches.push_back(random_tree(random, depth - 1));
    return drawn;
}

TEST(TextbookTrees, AllAgreeOnRandomTrees) {
    Random random(1);
    std::size_t all = 0;
    std::size_t visited = 0;
    for (int i = 0; i < 2000; ++i) {
        const Drawn drawn = random_tree(random, 6);
        DrawnTree tree;
        DrawnTree cut;
        const auto expected = minimax(tree, DrawnTree::top(drawn), 6);
        all += tree.seen.size();
        const auto one_view = negamax(tree, DrawnTree::top(drawn), 6);
        const auto pruned = alphabeta(cut, DrawnTree::top(drawn), 6);
        visited += cut.seen.size();
        ASSERT_EQ(one_view.score, expected.score);
        ASSERT_EQ(pruned.score, expected.score);
        ASSERT_EQ(moves_of(one_view), moves_of(expected));
        ASSERT_EQ(moves_of(pruned), moves_of(expected));
    }
    EXPECT_LT(visited, all * 3 / 4);
}

std::uint64_t power(int base, int exponent) {
    std::uint64_t product = 1;
    while (exponent-- > 0) product *= static_cast<std::uint64_t>(base);
    return product;
}

// The fewest leaves that can prove a value: b^ceil(d/2) + b^floor(d/2) - 1.
TEST(TextbookTrees, WithTheBestFirstAlphaBetaVisitsTheFewestLeavesThereCanBe) {
    for (int branches = 1; branches <= 6; ++branches)
        for (int depth = 1; depth <= 7; ++depth) {
            UniformTree tree(branches, UniformTree::Best::First);
            EXPECT_EQ(alphabeta(tree, UniformTree::top(), depth).score,
                      Score(UniformTree::top().true_value));
            EXPECT_EQ(tree.leaves,
                      power(branches, (depth + 1) / 2) + power(branches, depth / 2) - 1)
                << branches << " branches, depth " << depth;
        }
}

TEST(TextbookTrees, WithTheBestLastItHelpsLittle) {
    UniformTree first(5, UniformTree::Best::First);
    UniformTree last(5, UniformTree::Best::Last);
    EXPECT_EQ(alphabeta(first, UniformTree::top(), 6).score,
              alphabeta(last, UniformTree::top(), 6).score);
    EXPECT_EQ(first.leaves, 249U);
    EXPECT_GT(last.leaves, 10 * first.leaves);
    UniformTree everything(5, UniformTree::Best::Last);
    EXPECT_EQ(negamax(everything, UniformTree::top(), 6).score, Score(7));
    EXPECT_EQ(everything.leaves, power(5, 6));
}

}  // namespace
}  // namespace rookery::textbook
