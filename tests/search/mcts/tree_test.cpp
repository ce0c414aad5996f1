#include "search/mcts/tree.h"

#include "search/mcts/search.h"
#include "search/mcts/simulation.h"

#include <gtest/gtest.h>

namespace rookery::mcts {
namespace {

Move move_number(int n) { return {square_at(n), square_at(63 - n)}; }

TEST(Tree, AlwaysHasRoomForTheRootAndItsChildren) {
    Tree tree;
    tree.resize(0);
    EXPECT_EQ(tree.size(), 1U);
    EXPECT_TRUE(tree.has_room_for(max_moves));
    tree.resize(1);
    EXPECT_LE(2 * tree.capacity() * sizeof(Node), std::size_t{1} << 20);
    EXPECT_GT(tree.capacity(), 10'000U);
}

TEST(Tree, ChildrenAreFoundByTheirMoves) {
    Tree tree;
    tree.resize(1);
    const NodeIndex a = tree.add_child(Tree::root, move_number(1));
    const NodeIndex b = tree.add_child(Tree::root, move_number(2));
    const NodeIndex below = tree.add_child(a, move_number(3));
    EXPECT_EQ(tree.find_child(Tree::root, move_number(1)), a);
    EXPECT_EQ(tree.find_child(Tree::root, move_number(2)), b);
    EXPECT_EQ(tree.find_child(a, move_number(3)), below);
    EXPECT_EQ(tree.find_child(Tree::root, move_number(3)), no_node);
    EXPECT_EQ(tree[Tree::root].children, 2);
    EXPECT_EQ(tree.size(), 4U);
}

TEST(Tree, TheSubtreeBelowANewRootIsKept) {
    Tree tree;
    tree.resize(1);
    tree.add_child(Tree::root, move_number(1));
    const NodeIndex kept = tree.add_child(Tree::root, move_number(2));
    tree.add_child(Tree::root, move_number(3));
    tree[kept].visits = 9;
    for (int i = 10; i < 13; ++i) {
        const NodeIndex child = tree.add_child(kept, move_number(i));
        tree[child].visits = static_cast<std::uint32_t>(i);
        tree[tree.add_child(child, move_number(i + 10))].wins = i;
    }
    tree.make_root(kept);
    EXPECT_EQ(tree.size(), 7U);
    EXPECT_EQ(tree[Tree::root].visits, 9U);
    EXPECT_EQ(tree[Tree::root].children, 3);
    for (int i = 10; i < 13; ++i) {
        const NodeIndex child = tree.find_child(Tree::root, move_number(i));
        ASSERT_NE(child, no_node);
        EXPECT_EQ(tree[child].visits, static_cast<std::uint32_t>(i));
        const NodeIndex below = tree.find_child(child, move_number(i + 10));
        ASSERT_NE(below, no_node);
        EXPECT_EQ(tree[below].wins, i);
    }
}

// A root with three moves, of which the first `verdicts` are tried.
Tree with_replies(std::initializer_list<std::pair<Verdict, int>> verdicts) {
    Tree tree;
    tree.resize(1);
    tree[Tree::root].moves = 3;
    int number = 1;
    for (const auto& [verdict, plies] : verdicts) {
        Node& child = tree[tree.add_child(Tree::root, move_number(number++))];
        child.verdict = verdict;
        child.mate_plies = static_cast<std::uint16_t>(plies);
    }
    return tree;
}

TEST(Solver, OneWinningReplyIsEnough) {
    Tree tree = with_replies({{Verdict::Open, 0}, {Verdict::Won, 2}});
    EXPECT_TRUE(prove(tree, Tree::root));
    EXPECT_EQ(tree[Tree::root].verdict, Verdict::Lost);
    EXPECT_EQ(tree[Tree::root].mate_plies, 3);
}

TEST(Solver, TheSoonestWinCounts) {
    Tree tree = with_replies({{Verdict::Won, 4}, {Verdict::Won, 0}, {Verdict::Won, 2}});
    EXPECT_TRUE(prove(tree, Tree::root));
    EXPECT_EQ(tree[Tree::root].mate_plies, 1);
}

TEST(Solver, EveryReplyMustLose) {
    Tree untried = with_replies({{Verdict::Lost, 1}, {Verdict::Lost, 3}});
    EXPECT_FALSE(prove(untried, Tree::root));
    Tree unsure = with_replies({{Verdict::Lost, 1}, {Verdict::Lost, 3}, {Verdict::Open, 0}});
    EXPECT_FALSE(prove(unsure, Tree::root));
    Tree all = with_replies({{Verdict::Lost, 1}, {Verdict::Lost, 3}, {Verdict::Lost, 1}});
    EXPECT_TRUE(prove(all, Tree::root));
    EXPECT_EQ(all[Tree::root].verdict, Verdict::Won);
    EXPECT_EQ(all[Tree::root].mate_plies, 4);
}

TEST(Solver, ADrawIsTheBestOfLosses) {
    Tree unsure = with_replies({{Verdict::Drawn, 0}, {Verdict::Lost, 3}, {Verdict::Open, 0}});
    EXPECT_FALSE(prove(unsure, Tree::root));
    Tree all = with_replies({{Verdict::Drawn, 0}, {Verdict::Lost, 3}, {Verdict::Lost, 1}});
    EXPECT_TRUE(prove(all, Tree::root));
    EXPECT_EQ(all[Tree::root].verdict, Verdict::Drawn);
}

TEST(Ranking, WinsThenVisitsThenLosses) {
    Tree tree = with_replies({{Verdict::Lost, 1}, {Verdict::Open, 0}, {Verdict::Won, 4}});
    const auto add = [&tree](Verdict verdict, int plies, std::uint32_t visits, double wins) {
        const NodeIndex index =
            tree.add_child(Tree::root, move_number(static_cast<int>(tree.size())));
        tree[index].verdict = verdict;
        tree[index].mate_plies = static_cast<std::uint16_t>(plies);
        tree[index].visits = visits;
        tree[index].wins = wins;
        return index;
    };
    const NodeIndex later_loss = add(Verdict::Lost, 5, 1, 0);
    const NodeIndex soon = add(Verdict::Won, 2, 1, 1);
    const NodeIndex busy = add(Verdict::Open, 0, 10, 6);
    const NodeIndex draw = add(Verdict::Drawn, 0, 3, 1.5);
    const std::vector<NodeIndex> ranked = ranked_children(tree, Tree::root);
    const std::vector<NodeIndex> expected = {soon, 3, busy, 2, draw, later_loss, 1};
    EXPECT_EQ(ranked, expected);
    // Where the most visited one does worse than a draw, the draw is taken.
    tree[busy].wins = 4;
    EXPECT_EQ(ranked_children(tree, Tree::root)[2], draw);
}

TEST(WinCurve, RisesAndComesBack) {
    const WinCurve curve(200);
    double last = 0;
    for (int value = -9000; value <= 9000; value += 100) {
        const double rate = curve.rate_of(Score(value));
        EXPECT_GT(rate, last) << value;
        EXPECT_LT(rate, 1) << value;
        EXPECT_NEAR(rate, 1 - curve.rate_of(Score(-value)), 1e-12);
        last = rate;
    }
    EXPECT_EQ(curve.rate_of(Score::draw()), 0.5);
    EXPECT_EQ(curve.rate_of(Score::mate_in(3)), 1);
    EXPECT_EQ(curve.rate_of(Score::mated_in(4)), 0);
    for (const int value : {-7000, -500, -1, 0, 50, 333, 1000, 6500})
        EXPECT_NEAR(curve.score_of(curve.rate_of(Score(value))).value(), value, 2);
    EXPECT_FALSE(curve.score_of(1).is_decided());
    EXPECT_FALSE(curve.score_of(0).is_decided());
}

}  // namespace
}  // namespace rookery::mcts
