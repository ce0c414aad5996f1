#include "colony/aphid.h"

#include "chess/movegen.h"
#include "notation/fen.h"

#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

Root root_of(const char* fen) { return Root(parse_fen(fen)->position); }
std::vector<Move> moves_of(const Root& root) {
    const MoveList moves = legal_moves(root.position);
    return {moves.begin(), moves.end()};
}

TEST(AphidTree, UnsureUntilItsLeavesAreKnown) {
    const Root root = root_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    AphidTree tree(root, moves_of(root), 1);
    AphidTree::Pass pass = tree.search(4);
    EXPECT_GT(pass.unsure, 0u);
    EXPECT_EQ(tree.leaves().size(), moves_of(root).size());
    for (AphidTree::Leaf& leaf : tree.leaves()) {
        EXPECT_LE(leaf.wanted, 3);
        leaf.known_depth = 3;
        leaf.known = Score(10);
    }
    // The best one for us is the worst for the side to move there.
    AphidTree::Leaf& best = tree.leaves()[3];
    best.known = Score(-40);
    pass = tree.search(4);
    EXPECT_EQ(pass.unsure, 0u);
    EXPECT_EQ(pass.score, Score(40));
    EXPECT_EQ(root.position.after(pass.best).key(), best.root.position.key());
    EXPECT_GT(tree.search(5).unsure, 0u) << "the next iteration wants more";
}

TEST(AphidTree, MatesAndDrawsAreSeenAtTheTop) {
    const Root mate = root_of("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    AphidTree tree(mate, moves_of(mate), 2);
    const AphidTree::Pass pass = tree.search(3);
    EXPECT_EQ(pass.best, Move(Square::A1, Square::A8));
    EXPECT_EQ(pass.score, Score::mate_in(1));
    const Root bare = root_of("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1");
    AphidTree draw(bare, {Move(Square::E1, Square::D2)}, 1);
    EXPECT_EQ(draw.search(2).score, Score::draw());
    EXPECT_TRUE(draw.leaves().empty());
}

TEST(AphidTree, PrunedLeavesAreNotWanted) {
    const Root root =
        root_of("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10");
    AphidTree tree(root, moves_of(root), 2);
    (void)tree.search(3);
    std::size_t all = 0;
    for (const Move move : moves_of(root)) all += legal_moves(root.position.after(move)).size();
    EXPECT_LT(tree.leaves().size(), all / 2);
}

SearchResult search_with(int workers, std::uint64_t nodes) {
    SearcherSetup setup;
    setup.settings = {{"workers", workers}};
    const auto searcher = make_simulated_aphid(setup);
    searcher->resize({.hash_mib = 2, .threads = 1});
    Limits limits;
    limits.nodes = nodes;
    NoListener no_listener;
    return searcher->search(root_of("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"),
                            limits, {}, no_listener);
}

TEST(SimulatedAphid, IsDeterministicAndPlaysSoundMoves) {
    const SearchResult first = search_with(3, 20'000), second = search_with(3, 20'000);
    EXPECT_EQ(first.best, Move(Square::G3, Square::G6));
    EXPECT_EQ(first.best, second.best);
    EXPECT_EQ(first.score, second.score);
    EXPECT_EQ(first.nodes, second.nodes);
    EXPECT_GT(first.nodes, 30'000u) << "all have worked";
    EXPECT_LT(first.nodes, 75'000u);
}

// A match gives it a clock.
TEST(SimulatedAphid, EndsAtADeadlineAndAtAStop) {
    const auto searcher = make_simulated_aphid({});
    searcher->resize({.hash_mib = 2, .threads = 1});
    const Root root = root_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    NoListener no_listener;
    Limits limits;
    limits.hard_deadline = std::chrono::steady_clock::now();
    EXPECT_TRUE(root.position.is_legal(searcher->search(root, limits, {}, no_listener).best));
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_TRUE(
        root.position.is_legal(searcher->search(root, {}, stopped.get_token(), no_listener).best));
    limits = {};
    limits.depth = 1;
    EXPECT_TRUE(root.position.is_legal(searcher->search(root, limits, {}, no_listener).best));
}

}  // namespace
}  // namespace rookery::colony
