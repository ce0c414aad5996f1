// Positions that no game sees, searched by several threads with the smallest table, so that they
// all get in each other's way: whatever comes of it must be legal.
#include "search/pvs/pvs_searcher.h"

#include "chess/movegen.h"
#include "search/search_helpers.h"
#include "support/chess_helpers.h"
#include "support/positions.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using test::LineWitness;
using test::position_of;

std::unique_ptr<Searcher> team_with_the_smallest_table() {
    auto searcher = make_own_pvs();
    searcher->resize({.hash_mib = 1, .threads = 4});
    return searcher;
}

TEST(OddPositions, EveryTrickyPositionIsSearched) {
    const auto searcher = team_with_the_smallest_table();
    Limits limits;
    limits.nodes = 1'000;
    for (const test::TrickyPosition& tricky : test::tricky_positions) {
        const Root root(position_of(tricky.fen));
        LineWitness witness(root);
        const SearchResult result = searcher->search(root, limits, {}, witness);
        EXPECT_EQ(static_cast<bool>(result.best), tricky.moves > 0) << tricky.name;
        EXPECT_TRUE(tricky.moves == 0 || root.position.is_legal(result.best)) << tricky.name;
    }
}

TEST(OddPositions, AsManyLinesAsThereCanBeMoves) {
    const auto searcher = team_with_the_smallest_table();
    for (const char* fen : {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
                            "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1"}) {
        const Root root(position_of(fen));
        ASSERT_EQ(legal_moves(root.position).size(), 218u);
        Limits limits;
        limits.depth = 2;
        limits.multi_pv = 256;
        LineWitness witness(root);
        EXPECT_TRUE(searcher->search(root, limits, {}, witness).best);
        EXPECT_EQ(witness.most_lines, 218);
    }
}

// Where nothing can happen the depths go by quickly, up to the deepest there is.
TEST(OddPositions, LockedPositionsReachTheGreatestDepth) {
    const auto searcher = team_with_the_smallest_table();
    // Each side has one bishop that can move, from one square to another and back.
    const Root root(position_of("kb6/p1p2p1b/P1P2Pp1/6P1/6p1/p1p2pP1/P1P2P1B/KB6 w - - 0 1"));
    ASSERT_EQ(legal_moves(root.position).size(), 1u);
    Limits limits;
    limits.depth = 255;
    LineWitness witness(root);
    EXPECT_EQ(searcher->search(root, limits, {}, witness).score, Score::draw());
}

}  // namespace
}  // namespace rookery
