// The searcher that plays games: its table, its captures, its draws and its clock.
#include "search/textbook/iterative.h"

#include "notation/coordinate.h"
#include "search/textbook/textbook_helpers.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using namespace test;

Searched searched_to(const Root& root, int depth) {
    return searched(*textbook::make_iterative({}), root, to_depth(depth));
}

TEST(Iterative, CapturesAreSearchedToTheirEnd) {
    // The pawn is guarded: taking it with the queen looks good for one ply only.
    const Root root(position_of("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1"));
    const Searched plain = searched(*textbook::make_alphabeta({}), root, to_depth(1));
    EXPECT_EQ(plain.result.best, Move(Square::D1, Square::D6));
    const Searched found = searched_to(root, 1);
    EXPECT_NE(found.result.best, Move(Square::D1, Square::D6));
    EXPECT_GT(found.result.score, Score(600));
}

TEST(Iterative, APromotionIsSeenBeyondTheHorizon) {
    const Root root(position_of("8/P6k/8/8/8/8/7p/K7 b - - 0 1"));
    // White promotes next, and Black may do so first.
    EXPECT_EQ(searched_to(root, 1).result.best.to(), Square::H1);
}

TEST(Iterative, ARepetitionIsADraw) {
    Game game(position_of("3rr1k1/1p3p1p/p4Q2/P4P2/2qpp3/2N5/1P4PP/R2R3K w - - 0 24"));
    for (const char* text : {"f6g5", "g8h8", "g5f6", "h8g8", "f6g5", "g8h8"})
        ASSERT_TRUE(game.play(*parse_coordinate(game.position(), text)));
    Limits limits = to_depth(3);
    const auto searcher = textbook::make_iterative({});
    limits.search_moves = {Move(Square::G5, Square::F6)};
    EXPECT_EQ(searched(*searcher, Root(game), limits).result.score, Score::draw());
    // The same position without its history is no draw.
    EXPECT_NE(searched(*searcher, Root(game.position()), limits).result.score, Score::draw());
}

TEST(Iterative, PerpetualCheckSavesAGame) {
    // White is a rook behind, but checks on e8 and h5 for ever.
    const Root root(position_of("6k1/6p1/8/7Q/8/1r6/q5PP/7K w - - 0 1"));
    Limits limits = to_depth(6);
    limits.search_moves = {Move(Square::H5, Square::E8)};
    EXPECT_GE(searched(*textbook::make_iterative({}), root, limits).result.score, Score::draw());
    // A search without repetitions does not see it.
    EXPECT_LT(searched(*textbook::make_sorted_alphabeta({}), root, limits).result.score,
              Score::draw());
}

TEST(Iterative, FiftyMovesAreADraw) {
    EXPECT_EQ(searched_to(Root(position_of("7k/8/5K2/8/8/8/8/R7 w - - 99 80")), 5).result.score,
              Score::draw());
    // Mate with the hundredth ply wins.
    const Root mating(position_of("7k/8/6K1/8/8/8/8/R7 w - - 99 80"));
    EXPECT_EQ(searched_to(mating, 4).result.score, Score::mate_in(1));
}

TEST(Iterative, DeadPositionsAreDraws) {
    // Taking the last pawn leaves a bishop that cannot mate: nothing is won by it.
    const Root root(position_of("8/8/4k3/8/3p4/4K3/8/B7 w - - 0 1"));
    Limits limits = to_depth(2);
    limits.search_moves = {Move(Square::A1, Square::D4)};
    EXPECT_EQ(searched(*textbook::make_iterative({}), root, limits).result.score, Score::draw());
}

// Short mates are those that minimax finds: none is missed, none is invented, each has its length.
TEST(Iterative, MatesAreThoseOfMinimax) {
    Random random(4);
    const auto minimax = textbook::make_minimax({});
    const auto iterative = textbook::make_iterative({});
    int mates = 0;
#ifdef NDEBUG
    constexpr int positions = 300;
#else
    constexpr int positions = 30;
#endif
    for (int i = 0; i < positions; ++i) {
        const Root root(random_placement(random, 7));
        constexpr int depth = 3;
        const Score expected = searched(*minimax, root, to_depth(depth)).result.score;
        const Score found = searched(*iterative, root, to_depth(depth)).result.score;
        if (expected.is_mate()) {
            ++mates;
            ASSERT_EQ(found, expected);
        } else if (found.is_mate()) {
            // Found beyond the depth, by captures and checks.
            ASSERT_GT(std::abs(found.mate_plies()), depth);
        }
    }
    EXPECT_GT(mates, positions / 30);
}

// A reported mate comes with all its moves, whatever limit ends the search; LineWitness checks it.
TEST(Iterative, LinesOfMatesAreComplete) {
    for (const char* fen : {"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/8/8/5k2/8/1R6/K6R b - - 0 1",
                            "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1",
                            "6k1/5p2/3P2p1/7n/3QPP2/7q/r2N3P/6RK b - - 0 1"}) {
        const auto searcher = textbook::make_iterative({});
        searcher->resize({.hash_mib = 1, .threads = 1});
        const Root root(position_of(fen));
        for (std::uint64_t nodes = 500; nodes < 200'000; nodes = nodes * 3)
            EXPECT_TRUE(searched(*searcher, root, with_nodes(nodes)).result.best) << fen;
    }
}

class DepthWitness final : public SearchListener {
  public:
    void on_line(const LineReport& report) override { depths.push_back(report.depth); }
    std::vector<int> depths;
};

TEST(ObjectivesOfTheStudy, E4_2_IterativeDeepening) {
    const auto searcher = textbook::make_iterative({});
    const Root root(position_of(kiwipete));
    DepthWitness witness;
    static_cast<void>(searcher->search(root, to_depth(5), {}, witness));
    EXPECT_EQ(witness.depths, (std::vector<int>{1, 2, 3, 4, 5}));
}

TEST(Iterative, NothingIsBegunAfterTheFirstDeadline) {
    using namespace std::chrono_literals;
    const Root root(position_of(kiwipete));
    Limits limits;
    limits.soft_deadline = std::chrono::steady_clock::now() - 1s;
    limits.hard_deadline = std::chrono::steady_clock::now() + 1h;
    EXPECT_EQ(searched(*textbook::make_iterative({}), root, limits).last.depth, 1);
    Limits few;
    few.soft_nodes = 1;
    EXPECT_EQ(searched(*textbook::make_iterative({}), root, few).last.depth, 1);
}

TEST(Iterative, AForcedMoveIsPlayedAtOnce) {
    using namespace std::chrono_literals;
    const Root root(position_of("k7/8/8/8/8/8/1r6/K7 w - - 0 1"));
    ASSERT_EQ(count_moves(root.position), 1);
    Limits limits;
    limits.soft_deadline = std::chrono::steady_clock::now() + 1h;
    EXPECT_TRUE(searched(*textbook::make_iterative({}), root, limits).result.best);
}

// The famous ending of kings and blocked pawns: without a table the same positions are searched
// again and again by other orders of moves.
constexpr const char* transpositions = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

TEST(ObjectivesOfTheStudy, E4_TheTableSavesMostOfTheWork) {
    const Root root(position_of(transpositions));
    const EvaluatorMaker material = [] { return std::make_unique<Erased<MaterialEvaluator>>(); };
    const auto nodes = [&](const auto& make) {
        return searched(*make(SearcherSetup{.evaluator = material}), root, to_depth(12))
            .result.nodes;
    };
    EXPECT_LT(nodes(textbook::make_iterative), nodes(textbook::make_sorted_alphabeta) / 5);
}

TEST(Iterative, WithoutItsTableNothingIsRemembered) {
    const Root root(position_of(transpositions));
    const auto searcher = textbook::make_iterative({.settings = {{"use_table", 0}}});
    const std::uint64_t first = searched(*searcher, root, to_depth(8)).result.nodes;
    EXPECT_EQ(searched(*searcher, root, to_depth(8)).result.nodes, first);
    EXPECT_LT(searched_to(root, 8).result.nodes, first / 2);
}

TEST(ObjectivesOfTheStudy, E4_TheTableRemembersFromMoveToMove) {
    const Root root(position_of(kiwipete));
    const auto searcher = textbook::make_iterative({});
    const std::uint64_t first = searched(*searcher, root, to_depth(5)).result.nodes;
    const std::uint64_t again = searched(*searcher, root, to_depth(5)).result.nodes;
    EXPECT_LT(again, first / 2);
    searcher->new_game();
    EXPECT_EQ(searched(*searcher, root, to_depth(5)).result.nodes, first);
}

// One position by two orders of moves has one key, so that what was found out about it is found
// again.
TEST(ObjectivesOfTheStudy, E4_1_ZobristKeysKnowTranspositions) {
    const auto key_after = [](std::initializer_list<const char*> moves) {
        Game game;
        for (const char* text : moves)
            EXPECT_TRUE(game.play(*parse_coordinate(game.position(), text)));
        EXPECT_EQ(game.position().key(), game.position().computed_keys()[KeyPart::Full]);
        return game.position().key();
    };
    EXPECT_EQ(key_after({"g1f3", "g8f6", "b1c3"}), key_after({"b1c3", "g8f6", "g1f3"}));
    EXPECT_NE(key_after({"g1f3", "g8f6", "b1c3"}), key_after({"g1f3", "b8c6", "b1c3"}));
    TranspositionTable table(1);
    table.store(key_after({"g1f3", "g8f6", "b1c3"}), 3,
                {Move::none(), Score(17), Score(), 4, Bound::Exact, false});
    TranspositionEntry known;
    ASSERT_TRUE(table.probe(key_after({"b1c3", "g8f6", "g1f3"}), 3, known));
    EXPECT_EQ(known.value, Score(17));
}

}  // namespace
}  // namespace rookery
