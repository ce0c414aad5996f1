// Monte-Carlo tree search with random games (mcts) and with short searches (mcts-ab) at its leaves.
#include "search/mcts/mcts_searcher.h"

#include "notation/coordinate.h"
#include "search/mcts/mcts_helpers.h"
#include "search/mcts/search.h"
#include "search/random_searcher.h"
#include "support/chess_helpers.h"
#include "support/positions.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

using mcts::no_node;
using mcts::Path;
using mcts::Tree;
using mcts::Verdict;
using test::combined;
using test::playing_out;
using test::position_of;
using test::rounds;
using test::search;

std::string best_of(Searcher& searcher, const Root& root, std::uint64_t nodes) {
    return to_coordinate(root.position, search(searcher, root, rounds(nodes)).best);
}

// Gives White the same win rate in any position, so that the numbers can be checked by hand.
class WhiteIsBetter final : public mcts::Simulation {
  public:
    double value_of(const Position& position, SearchWatch&) override {
        return position.side_to_move() == Color::White ? 0.75 : 0.25;
    }
    Score score_of(double) const override { return Score::draw(); }
    void new_game() override {}
};

// A tree whose root has its five children, and the stages that make it grow.
class FourStages : public testing::Test {
  protected:
    FourStages() {
        tree.resize(1);
        stages.open(root, {moves.begin(), moves.size()}, watch);
    }
    static mcts::Settings without_priors() {
        mcts::Settings settings;
        settings.priors = 0;
        return settings;
    }

    const Root root{position_of("7k/8/8/8/8/8/7P/K7 w - - 0 1")};
    const MoveList moves = legal_moves(root.position);
    Tree tree;
    WhiteIsBetter judge;
    Random random{1};
    const Limits limits;
    SearchWatch watch{limits, {}};
    mcts::Search stages{tree, judge, without_priors(), random};
};

TEST_F(FourStages, M6_MctsInFourStages) {
    ASSERT_EQ(moves.size(), 5U);

    // Selection goes to a child that has not been visited, expansion leaves a new leaf alone.
    Path path(root);
    stages.select(path);
    ASSERT_EQ(path.depth(), 1);
    const mcts::NodeIndex first = path.leaf();
    stages.expand(path, watch);
    EXPECT_EQ(path.leaf(), first);
    EXPECT_GT(tree[first].moves, 0);
    // Simulation sees it as the side that moved, White; backpropagation tells the root, Black's
    // view.
    const double result = stages.simulate(path, watch);
    EXPECT_EQ(result, 0.75);
    stages.backpropagate(path, result);
    EXPECT_EQ(tree[first].visits, 1U);
    EXPECT_EQ(tree[first].wins, 0.75);
    EXPECT_EQ(tree[Tree::root].visits, 1U);
    EXPECT_EQ(tree[Tree::root].wins, 0.25);

    // Every move is tried once before any is tried twice.
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(stages.play_round(root, watch));
    for (const mcts::NodeIndex child : tree.children_of(Tree::root))
        EXPECT_EQ(tree[child].visits, 1U);
    EXPECT_EQ(tree.size(), 6U);
    // The second visit of a leaf expands it: one node more, two plies deep.
    path.restart(root);
    stages.select(path);
    EXPECT_EQ(path.depth(), 1);
    stages.expand(path, watch);
    EXPECT_EQ(path.depth(), 2);
    EXPECT_EQ(tree.size(), 7U);
    EXPECT_EQ(stages.simulate(path, watch), 0.25);  // Black has moved
}

TEST_F(FourStages, SelectionPrefersWinsAndFewVisits) {
    for (const mcts::NodeIndex child : tree.children_of(Tree::root)) {
        tree[child].visits = 20;
        tree[child].wins = 10;
    }
    tree[Tree::root].visits = 100;
    const mcts::NodeIndex one = tree.find_child(Tree::root, moves[2]);
    const auto selected = [&] {
        Path path(root);
        stages.select(path);
        return path.nodes[1];
    };
    tree[one].wins = 11;
    EXPECT_EQ(selected(), one);
    tree[one].wins = 10;
    tree[one].visits = 19;
    EXPECT_EQ(selected(), one);
    tree[one].verdict = Verdict::Lost;
    EXPECT_NE(selected(), one);
}

TEST(Mcts, VisitsAddUp) {
    const Root root(Position::start());
    auto searcher = playing_out({{"solver", 0}});
    EXPECT_EQ(search(searcher, root, rounds(3000)).nodes, 3000U);
    EXPECT_EQ(searcher.tree()[Tree::root].visits, 3000U);
    test::expect_sums(searcher.tree(), Tree::root, 0);
    for (const int priors : {0, 1}) {
        auto other = combined({{"solver", 0}, {"priors", priors}});
        EXPECT_EQ(search(other, root, rounds(500)).nodes, 500U);
        test::expect_sums(other.tree(), Tree::root, 0);
    }
}

struct Mate {
    const char* fen;
    int moves;
    std::uint64_t rounds;
};
constexpr Mate mates[] = {
    {"rk6/3Q3p/pp4p1/5p2/3N3P/4P3/p2P1PR1/R1B1K3 w Q - 1 28", 1, 500},
    {"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1, 500},
    {"7k/8/8/8/8/8/r6q/5K2 b - - 0 1", 1, 500},
    {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2,
     200'000},                                  // the rook is given: priors look elsewhere first
    {"8/8/8/8/8/5k2/r7/q5K1 w - - 0 1", 0, 1},  // mated already
    {"7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2, 20'000},
    {"7k/8/8/8/8/1r6/r7/6K1 b - - 0 1", 1, 500},
};

void expect_mates(Searcher& searcher) {
    for (const Mate& mate : mates) {
        SCOPED_TRACE(mate.fen);
        searcher.new_game();
        const Root root(position_of(mate.fen));
        const SearchResult result = search(searcher, root, rounds(mate.rounds));
        ASSERT_TRUE(result.score.is_mate());
        EXPECT_EQ(result.score.mate_moves(), mate.moves);
    }
}

TEST(Mcts, MatesAreProven) {
    auto searcher = playing_out();
    expect_mates(searcher);
}

TEST(MctsAb, MatesAreProven) {
    for (const int priors : {0, 1}) {
        auto searcher = combined({{"priors", priors}});
        expect_mates(searcher);
    }
}

TEST(Mcts, BeingMatedIsProvenToo) {
    // The only move is answered by mate.
    const Root root(position_of("7k/8/6K1/8/8/8/8/1R6 b - - 0 1"));
    auto searcher = playing_out();
    const SearchResult result = search(searcher, root, rounds(20'000));
    EXPECT_EQ(result.score, Score::mated_in(2));
    EXPECT_LT(result.nodes, 20'000U);
}

TEST(Mcts, AProvenWinIsPlayedAtOnce) {
    const Root root(position_of("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"));
    auto searcher = playing_out();
    const SearchResult result = search(searcher, root, rounds(1'000'000));
    EXPECT_EQ(result.score, Score::mate_in(1));
    EXPECT_LT(result.nodes, 1000U);
}

TEST(Mcts, WithoutTheSolverNothingIsProven) {
    const Root root(position_of("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"));
    auto searcher = playing_out({{"solver", 0}});
    const SearchResult result = search(searcher, root, rounds(1000));
    EXPECT_EQ(result.nodes, 1000U);
    EXPECT_EQ(to_coordinate(root.position, result.best), "d1d8");
}

TEST(Mcts, DrawsByTheRulesAreExact) {
    // Taking the rook leaves bare kings; nothing else can be done.
    const Root taking(position_of("8/8/8/8/8/8/1r6/K6k w - - 0 1"));
    auto searcher = playing_out();
    EXPECT_EQ(search(searcher, taking, rounds(1000)).score, Score::draw());
    EXPECT_EQ(searcher.tree()[Tree::root].verdict, Verdict::Drawn);
    // The hundredth ply without progress, whatever is played.
    const Root fifty(position_of("k7/8/8/8/8/8/8/KQ6 w - - 99 120"));
    auto other = playing_out();
    EXPECT_EQ(search(other, fifty, rounds(5000)).score, Score::draw());
}

// The rook goes back and forth; a third time would be a draw, and another move wins.
TEST(MctsAb, RepetitionsOfTheGameCount) {
    Game game(position_of("3rr1k1/1p3p1p/p4Q2/P4P2/2qpp3/2N5/1P4PP/R2R3K w - - 0 24"));
    for (const char* text : {"f6g5", "g8h8", "g5f6", "h8g8", "f6g5", "g8h8", "g5f6"})
        ASSERT_TRUE(game.play(*parse_coordinate(game.position(), text)));
    const Root root(game);
    auto searcher = combined();
    search(searcher, root, rounds(500));
    const Tree& tree = searcher.tree();
    const mcts::NodeIndex back =
        tree.find_child(Tree::root, *parse_coordinate(root.position, "h8g8"));
    ASSERT_NE(back, no_node);
    ASSERT_GT(tree[back].visits, 0U);
    EXPECT_EQ(tree[back].verdict, Verdict::Drawn);
}

// The numbers of a report, as they should be.
class TreeWitness final : public SearchListener {
  public:
    void on_tree(const TreeReport& report) override {
        ++reports;
        last = report;
        std::uint64_t visits = 0;
        for (const MoveStatistics& one : report.moves) {
            EXPECT_GE(one.win_rate, 0);
            EXPECT_LE(one.win_rate, 1);
            visits += one.visits;
        }
        EXPECT_GE(visits, report.playouts);  // more if there was a tree already
    }
    void on_line(const LineReport& report) override {
        most_lines = std::max(most_lines, report.line);
    }

    int reports = 0;
    int most_lines = 0;
    TreeReport last;
};

TEST(Mcts, ReportsItsTree) {
    auto searcher = playing_out();
    TreeWitness witness;
    Limits limits = rounds(2000);
    limits.multi_pv = 3;
    const SearchResult result = searcher.search(Root(Position::start()), limits, {}, witness);
    EXPECT_GE(witness.reports, 4);
    EXPECT_EQ(witness.most_lines, 3);
    EXPECT_EQ(witness.last.playouts, 2000U);
    std::uint64_t visits = 0;
    for (const MoveStatistics& one : witness.last.moves) visits += one.visits;
    EXPECT_EQ(visits, 2000U);
    EXPECT_EQ(witness.last.tree_nodes, searcher.tree().size());
    ASSERT_EQ(witness.last.moves.size(), 20U);
    EXPECT_EQ(witness.last.moves.front().move, result.best);
    for (const MoveStatistics& one : witness.last.moves)
        EXPECT_LE(one.visits, witness.last.moves.front().visits);
}

TEST(Mcts, SameSeedSameSearch) {
    const Root root(
        test::position_of("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3"));
    const auto run = [&root](Searcher& searcher) {
        TreeWitness witness;
        const SearchResult result = searcher.search(root, rounds(2000), {}, witness);
        return std::pair(result, witness.last);
    };
    const auto same = [](const auto& a, const auto& b) {
        if (a.first.best != b.first.best || a.second.moves.size() != b.second.moves.size())
            return false;
        for (std::size_t i = 0; i < a.second.moves.size(); ++i) {
            const MoveStatistics& one = a.second.moves[i];
            const MoveStatistics& other = b.second.moves[i];
            if (one.move != other.move || one.visits != other.visits ||
                one.win_rate != other.win_rate)
                return false;
        }
        return true;
    };
    auto one = playing_out({}, 5);
    auto two = playing_out({}, 5);
    auto other = playing_out({}, 6);
    const auto first = run(one);
    EXPECT_TRUE(same(first, run(two)));
    EXPECT_FALSE(same(first, run(other)));
    EXPECT_FALSE(same(first, run(one)));  // the tree and the random numbers go on
    one.new_game();
    EXPECT_TRUE(same(first, run(one)));
    auto ab = combined();
    auto again = combined();
    EXPECT_TRUE(same(run(ab), run(again)));
}

TEST(Mcts, TheTightestLimitsGiveAMove) {
    for (const auto& tricky : test::tricky_positions) {
        const Root root(position_of(tricky.fen));
        for (const std::uint64_t nodes : {1U, 2U, 30U}) {
            auto random = playing_out();
            auto ab = combined();
            for (Searcher* searcher :
                 {static_cast<Searcher*>(&random), static_cast<Searcher*>(&ab)}) {
                const SearchResult result = search(*searcher, root, rounds(nodes));
                EXPECT_EQ(static_cast<bool>(result.best), tricky.moves > 0) << tricky.name;
                EXPECT_TRUE(tricky.moves == 0 || root.position.is_legal(result.best))
                    << tricky.name;
                EXPECT_LE(result.nodes, nodes);
            }
        }
    }
}

TEST(Mcts, StopsWhenTold) {
    const Root root(Position::start());
    NoListener no_listener;
    std::stop_source source;
    source.request_stop();
    auto random = playing_out();
    auto ab = combined({{"leaf_depth", 8}});  // far more than there is time for
    EXPECT_TRUE(random.search(root, {}, source.get_token(), no_listener).best);
    EXPECT_TRUE(ab.search(root, {}, source.get_token(), no_listener).best);
    Limits late;
    late.hard_deadline = SearchWatch::Clock::now() + std::chrono::milliseconds(20);
    EXPECT_TRUE(random.search(root, late, {}, no_listener).best);
    late.hard_deadline = SearchWatch::Clock::now() + std::chrono::milliseconds(20);
    EXPECT_TRUE(ab.search(root, late, {}, no_listener).best);
    Limits soft;
    soft.soft_deadline = SearchWatch::Clock::now();
    EXPECT_LT(random.search(root, soft, {}, no_listener).nodes, 1000U);
}

TEST(Mcts, OneLegalMoveNeedsNoTime) {
    Limits limits;
    const Root forced(position_of("k7/8/8/8/8/8/6r1/7K w - - 0 1"));
    ASSERT_EQ(legal_moves(forced.position).size(), 1U);
    limits.soft_deadline = SearchWatch::Clock::now() + std::chrono::hours(1);
    NoListener no_listener;
    auto searcher = playing_out({{"solver", 0}});
    EXPECT_EQ(searcher.search(forced, limits, {}, no_listener).nodes, 1U);
}

TEST(Mcts, AMoveThatCannotBeOvertakenEndsTheSearchLong) {
    // A queen to be taken: half of the time is enough.
    const Root root(position_of("k7/8/8/3q4/4P3/8/8/K7 w - - 0 1"));
    Limits limits;
    const auto began = SearchWatch::Clock::now();
    limits.soft_deadline = began + std::chrono::seconds(10);
    NoListener no_listener;
    auto searcher = combined();
    const SearchResult result = searcher.search(root, limits, {}, no_listener);
    EXPECT_EQ(to_coordinate(root.position, result.best), "e4d5");
    EXPECT_LT(SearchWatch::Clock::now(), *limits.soft_deadline);
}

TEST(Mcts, SearchesOnlyTheMovesAskedFor) {
    const Root root(Position::start());
    Limits limits = rounds(300);
    limits.search_moves = {{Square::A2, Square::A3}, {Square::H2, Square::H3}};
    auto searcher = playing_out();
    const SearchResult result = search(searcher, root, limits);
    EXPECT_TRUE(result.best == limits.search_moves[0] || result.best == limits.search_moves[1]);
    EXPECT_EQ(searcher.tree()[Tree::root].children, 2);
    // The same root with all its moves is another root.
    search(searcher, root, rounds(300));
    EXPECT_EQ(searcher.tree()[Tree::root].children, 20);
    EXPECT_EQ(searcher.tree()[Tree::root].visits, 300U);
}

int height(const Tree& tree, mcts::NodeIndex index) {
    int most = 0;
    for (const mcts::NodeIndex child : tree.children_of(index))
        most = std::max(most, 1 + height(tree, child));
    return most;
}

TEST(Mcts, DepthBoundsTheTreeAndEndsTheSearch) {
    const Root root(Position::start());
    for (const int depth : {1, 2}) {
        Limits limits;
        limits.depth = depth;
        auto random = playing_out();
        EXPECT_GT(search(random, root, limits).nodes, 0U);
        EXPECT_LE(height(random.tree(), Tree::root), depth);
        auto ab = combined();
        EXPECT_GT(search(ab, root, limits).nodes, 0U);
        EXPECT_LE(height(ab.tree(), Tree::root), depth);
    }
}

TEST(Mcts, MemoryIsBoundedAndTheSearchGoesOn) {
    const Root root(Position::start());
    auto searcher = playing_out({{"solver", 0}});
    searcher.resize({.hash_mib = 1, .threads = 1});
    const std::size_t room = searcher.tree().capacity();
    const SearchResult result = search(searcher, root, rounds(room + 3000));
    EXPECT_EQ(result.nodes, room + 3000);
    EXPECT_EQ(searcher.tree().size(), room);
    std::uint64_t visits = 0;
    for (const mcts::NodeIndex child : searcher.tree().children_of(Tree::root))
        visits += searcher.tree()[child].visits;
    EXPECT_EQ(visits, room + 3000);
    auto ab = combined({{"priors", 1}, {"leaf_depth", 0}});
    ab.resize({.hash_mib = 1, .threads = 1});
    EXPECT_EQ(search(ab, root, rounds(5000)).nodes, 5000U);
    EXPECT_LE(ab.tree().size(), ab.tree().capacity());
}

TEST(Mcts, ThePlayedMovesKeepTheirTree) {
    Game game;
    auto searcher = playing_out({{"solver", 0}});
    const SearchResult first = search(searcher, Root(game), rounds(3000));
    const Tree before = searcher.tree();
    game.play(first.best);
    game.play(first.ponder);
    const mcts::NodeIndex ours = before.find_child(Tree::root, first.best);
    const mcts::NodeIndex theirs = before.find_child(ours, first.ponder);
    ASSERT_NE(theirs, no_node);
    ASSERT_GT(before[theirs].visits, 0U);
    search(searcher, Root(game), rounds(100));
    EXPECT_EQ(searcher.tree()[Tree::root].visits, before[theirs].visits + 100);
    test::expect_sums(searcher.tree(), Tree::root, 1);

    auto forgetful = playing_out({{"solver", 0}, {"reuse", 0}});
    Game again;
    search(forgetful, Root(again), rounds(3000));
    again.play(first.best);
    again.play(first.ponder);
    search(forgetful, Root(again), rounds(100));
    EXPECT_EQ(forgetful.tree()[Tree::root].visits, 100U);
}

TEST(Mcts, AnotherHistoryIsAnotherTree) {
    Game game(position_of("3rr1k1/1p3p1p/p4Q2/P4P2/2qpp3/2N5/1P4PP/R2R3K w - - 0 24"));
    for (const char* text : {"f6g5", "g8h8", "g5f6", "h8g8"})
        ASSERT_TRUE(game.play(*parse_coordinate(game.position(), text)));
    auto searcher = combined();
    search(searcher, Root(game), rounds(200));
    // The same pieces on the same squares, but nothing has been repeated.
    search(searcher, Root(game.position()), rounds(50));
    EXPECT_EQ(searcher.tree()[Tree::root].visits, 50U);
    // And an unrelated position.
    search(searcher, Root(Position::start()), rounds(50));
    EXPECT_EQ(searcher.tree()[Tree::root].visits, 50U);
}

// A result proven for restricted moves, or for a game that is over by the rules, does not count for
// a new root.
TEST(Mcts, NoStaleResultAtTheRoot) {
    const Root root(position_of("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"));
    auto searcher = playing_out();
    Limits limits = rounds(2000);
    limits.search_moves = {{Square::D1, Square::D8}};
    EXPECT_EQ(search(searcher, root, limits).score, Score::mate_in(1));
    limits.search_moves = {{Square::A1, Square::A2}};
    EXPECT_FALSE(search(searcher, root, limits).score.is_mate());
    EXPECT_EQ(search(searcher, root, rounds(2000)).score, Score::mate_in(1));

    // The third occurrence is a draw in the tree; as a root it is searched again.
    Game game(position_of("3rr1k1/1p3p1p/p4Q2/P4P2/2qpp3/2N5/1P4PP/R2R3K w - - 0 24"));
    for (const char* text : {"f6g5", "g8h8", "g5f6", "h8g8", "f6g5", "g8h8", "g5f6"})
        ASSERT_TRUE(game.play(*parse_coordinate(game.position(), text)));
    auto other = combined();
    search(other, Root(game), rounds(500));
    ASSERT_TRUE(game.play(*parse_coordinate(game.position(), "h8g8")));
    const SearchResult result = search(other, Root(game), rounds(500));
    EXPECT_TRUE(game.position().is_legal(result.best));
    EXPECT_GT(result.nodes, 0U);
}

// A tree that is kept from move to move leads to the same mate.
TEST(Mcts, AMateIsCarriedThroughTheGame) {
    Game game(position_of("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"));
    auto searcher = playing_out();
    for (int moves = 2; moves > 0; --moves) {
        const SearchResult result = search(searcher, Root(game), rounds(20'000));
        ASSERT_EQ(result.score.mate_moves(), moves);
        game.play(result.best);
        if (result.ponder) game.play(result.ponder);
    }
    EXPECT_EQ(game.ending(), GameEnding::Checkmate);
}

TEST(Mcts, TakesAHangingPiece) {
    auto searcher = playing_out();
    EXPECT_EQ(best_of(searcher, Root(position_of("k7/8/8/3q4/4P3/8/8/K7 w - - 0 1")), 5000),
              "e4d5");
}

TEST(ObjectivesOfTheStudy, E3_Combination) {
    auto searcher = make_mcts_ab({});
    const Root queen(
        position_of("rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 4"));
    EXPECT_EQ(search(*searcher, queen, rounds(500)).best.to(), Square::G5);
    // A combination in the other sense: the rook is given for a mate on the back rank.
    const Root root(position_of("2r4k/p4ppp/5n1n/8/1bb5/2N2N2/PBKR1PPP/3R4 w - - 0 20"));
    searcher->new_game();
    EXPECT_EQ(best_of(*searcher, root, 20'000), "d2d8");
}

// One game; true if the searcher has won.
bool beats_random(Searcher& searcher, Color color, std::uint64_t seed, std::uint64_t nodes) {
    RandomSearcher opponent(seed);
    NoListener no_listener;
    Game game;
    searcher.new_game();
    while (game.ending() == GameEnding::None) {
        Searcher& turn = game.position().side_to_move() == color ? searcher : opponent;
        game.play(turn.search(Root(game), rounds(nodes), {}, no_listener).best);
    }
    return game.result() == (color == Color::White ? GameResult::WhiteWins : GameResult::BlackWins);
}

TEST(MctsAb, BeatsRandomMoves) {
    auto searcher = make_mcts_ab({});
    EXPECT_TRUE(beats_random(*searcher, Color::White, 1, 200));
    EXPECT_TRUE(beats_random(*searcher, Color::Black, 2, 200));
}

TEST(Mcts, BeatsRandomMovesLong) {
    auto searcher = make_mcts({});
    int won = 0;
    for (std::uint64_t game = 0; game < 10; ++game)
        won += beats_random(*searcher, game % 2 == 0 ? Color::White : Color::Black, game, 2000) ? 1
                                                                                                : 0;
    EXPECT_GE(won, 8);
}

TEST(Mcts, SettingsHaveTheirStandardValuesInRange) {
    for (const auto& table : {mcts_settings(), mcts_ab_settings()})
        for (const SearcherSetting& one : table) {
            EXPECT_LE(one.lowest, one.standard) << one.name;
            EXPECT_GE(one.highest, one.standard) << one.name;
        }
    const mcts::Settings settings =
        mcts::settings_from(mcts_settings(), {{"exploration", 7}, {"reuse", 0}});
    EXPECT_EQ(settings.exploration, 7);
    EXPECT_EQ(settings.reuse, 0);
    EXPECT_EQ(settings.solver, 1);
}

}  // namespace
}  // namespace rookery
