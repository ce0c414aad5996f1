#include "search/pvs/pvs_searcher.h"

#include "chess/game.h"
#include "chess/movegen.h"
#include "notation/coordinate.h"
#include "search/search_helpers.h"
#include "support/chess_helpers.h"
#include "support/fake_tables.h"
#include "support/positions.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

// The engine's search: mates and best moves it must find, limits it must keep, and unusual
// positions, searched by several threads with the smallest table.

namespace rookery {
namespace {

using test::LineWitness;
using test::position_of;

struct Outcome {
    SearchResult result;
    LineReport last;
};

Outcome search(const Root& root, const Limits& limits, std::size_t threads = 1) {
    const auto searcher = make_own_pvs();
    searcher->resize({.hash_mib = 4, .threads = threads});
    LineWitness witness(root);
    const SearchResult result = searcher->search(root, limits, {}, witness);
    return {result, witness.last};
}

Outcome search(std::string_view fen, const Limits& limits, std::size_t threads = 1) {
    return search(Root(position_of(fen)), limits, threads);
}

Limits depth(int depth) {
    Limits limits;
    limits.depth = depth;
    return limits;
}

std::string best_of(std::string_view fen, int deep) {
    const Position position = position_of(fen);
    return to_coordinate(position, search(fen, depth(deep)).result.best, false);
}

TEST(Pvs, FindsMates) {
    const Outcome one = search("rk6/3Q3p/pp4p1/5p2/3N3P/4P3/p2P1PR1/R1B1K3 w Q - 1 28", depth(6));
    EXPECT_EQ(one.result.best, Move(Square::D4, Square::C6));
    EXPECT_EQ(one.result.score, Score::mate_in(1));
    const Outcome two = search("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", depth(8));
    EXPECT_EQ(two.result.score, Score::mate_in(3));
    // The defender sees the mate, too.
    const Outcome lost = search("3k4/R7/8/8/8/8/8/4K2R b K - 0 1", depth(8));
    EXPECT_EQ(lost.result.score, Score::mated_in(2));
}

// Short mates need little depth, even where other moves look much better at first.
TEST(Pvs, FindsShortMatesSoon) {
    for (const char* fen : {"7k/8/5K2/8/8/8/8/R7 w - - 20 80",
                            "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"})
        EXPECT_EQ(search(fen, depth(6)).result.score, Score::mate_in(3)) << fen;
}

// A reported mate comes with all its moves, whatever limit ends the search.
TEST(Pvs, LinesOfMatesAreComplete) {
    for (const char* fen : {"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/8/4k3/8/8/8/K6R w - - 0 1",
                            "8/8/8/4k3/8/8/8/K6R b - - 0 1", "8/8/8/8/3k4/8/8/KBB5 w - - 0 1",
                            "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1",
                            "2r4k/p4ppp/5n1n/8/1bb5/2N2N2/PBKR1PPP/3R4 w - - 0 20",
                            "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
                            "6k1/5p2/3P2p1/7n/3QPP2/7q/r2N3P/6RK b - - 0 1"}) {
        for (const std::size_t threads : {1U, 3U}) {
            const auto searcher = make_own_pvs();
            searcher->resize({.hash_mib = 1, .threads = threads});
            const Root root(position_of(fen));
            for (std::uint64_t nodes = 500; nodes < 50'000; nodes = nodes * 2) {
                Limits limits;
                limits.nodes = nodes;
                LineWitness witness(root);
                const SearchResult result = searcher->search(root, limits, {}, witness);
                EXPECT_EQ(witness.last.moves.front(), result.best) << fen;
                EXPECT_EQ(witness.last.score, result.score) << fen;
            }
        }
    }
}

TEST(Pvs, FindsTheBestMovesOfTextbooks) {
    EXPECT_EQ(best_of("2r4k/p4ppp/5n1n/8/1bb5/2N2N2/PBKR1PPP/3R4 w - - 0 20", 10), "d2d8");
    EXPECT_EQ(best_of("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", 14), "e1f1");
}

TEST(Pvs, ARepetitionIsADraw) {
    const Position start = position_of("3rr1k1/1p3p1p/p4Q2/P4P2/2qpp3/2N5/1P4PP/R2R3K w - - 0 24");
    Game game(start);
    for (const char* text : {"f6g5", "g8h8", "g5f6", "h8g8", "f6g5", "g8h8"})
        ASSERT_TRUE(game.play(*parse_coordinate(game.position(), text)));
    Limits limits = depth(8);
    EXPECT_NE(search(Root(game), limits).result.best, Move(Square::G5, Square::F6));
    // If the only move repeats the position, the score is a draw.
    limits.search_moves = {Move(Square::G5, Square::F6)};
    EXPECT_EQ(search(Root(game), limits).result.score, Score::draw());
}

TEST(Pvs, RootsWithoutMoves) {
    const Outcome mated = search("R3k3/8/4K3/8/8/8/8/8 b - - 0 1", depth(5));
    EXPECT_FALSE(mated.result.best);
    EXPECT_EQ(mated.result.score, Score::mated_in(0));
    const Outcome stalemate = search("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", depth(5));
    EXPECT_FALSE(stalemate.result.best);
    EXPECT_EQ(stalemate.result.score, Score::draw());
}

TEST(Pvs, MateOnTheHundredthPlyWins) {
    const Outcome outcome = search("7k/8/6K1/8/8/8/8/R7 w - - 99 80", depth(4));
    EXPECT_EQ(outcome.result.score, Score::mate_in(1));
    // One ply earlier there is no time left for anything longer.
    EXPECT_EQ(search("7k/8/5K2/8/8/8/8/R7 w - - 99 80", depth(6)).result.score, Score::draw());
}

TEST(Pvs, TheSameSearchGivesTheSameResult) {
    const auto searcher = make_own_pvs();
    const Root root(
        position_of("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"));
    std::vector<std::uint64_t> nodes;
    for (int round = 0; round < 3; ++round) {
        searcher->new_game();
        LineWitness witness(root);
        nodes.push_back(searcher->search(root, depth(9), {}, witness).nodes);
    }
    EXPECT_EQ(nodes[0], nodes[1]);
    EXPECT_EQ(nodes[0], nodes[2]);
}

TEST(Pvs, KeepsToNodes) {
    for (const std::uint64_t nodes : {1U, 50U, 1'000U, 10'000U}) {
        Limits limits;
        limits.nodes = nodes;
        const Outcome outcome =
            search("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", limits);
        EXPECT_TRUE(outcome.result.best);
        // The first iteration is always finished.
        EXPECT_LE(outcome.result.nodes, std::max<std::uint64_t>(nodes + 1, 2'000));
    }
}

// Threads share a limit of nodes.
TEST(Pvs, KeepsToNodesWithThreads) {
    constexpr std::size_t threads = 4;
    const auto searcher = make_own_pvs();
    searcher->resize({.hash_mib = 4, .threads = threads});
    const Root root(
        position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"));
    // The nodes of the search before must not count.
    for (const std::uint64_t nodes : {40'000U, 20'000U, 1U}) {
        Limits limits;
        limits.nodes = nodes;
        LineWitness witness(root);
        const SearchResult result = searcher->search(root, limits, {}, witness);
        EXPECT_TRUE(result.best);
        EXPECT_LE(result.nodes, std::max<std::uint64_t>(nodes, 2'000) + (threads - 1) * 1024);
        EXPECT_GE(result.nodes, nodes);
    }
}

// With a limit of nodes or time there is nothing left to search; without one the depth is reached.
TEST(Pvs, ASettledMateEndsASearchWithALimit) {
    const std::pair<const char*, Score> mates[] = {
        {"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", Score::mate_in(1)},
        {"7k/8/8/8/8/8/R7/1R5K w - - 0 1", Score::mate_in(3)},
        {"7k/R7/8/8/8/8/8/1R5K b - - 0 1", Score::mated_in(2)}};
    for (const auto& [fen, mate] : mates) {
        for (const std::size_t threads : {1U, 2U}) {
            SCOPED_TRACE(fen);
            Limits limits;
            limits.nodes = 50'000'000;
            const Outcome by_nodes = search(fen, limits, threads);
            EXPECT_EQ(by_nodes.result.score, mate);
            EXPECT_LT(by_nodes.last.depth, 20);
            limits = {};
            limits.hard_deadline = std::chrono::steady_clock::now() + std::chrono::hours(1);
            EXPECT_LT(search(fen, limits, threads).last.depth, 20);
            limits = depth(30);
            EXPECT_EQ(search(fen, limits, threads).last.depth, 30);
        }
    }
}

// Of several lines each must be settled, and a wanted mate decides by itself.
TEST(Pvs, SettledMatesOfSeveralLinesAndWantedMates) {
    Limits limits = depth(30);
    limits.nodes = 50'000'000;
    limits.multi_pv = 2;
    // One move mates, the others do not.
    EXPECT_EQ(search("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", limits).last.depth, 30);
    limits = {};
    limits.mate = 2;
    const Outcome wanted = search("7k/8/8/8/8/8/R7/1R5K w - - 0 1", limits);
    EXPECT_EQ(wanted.result.score, Score::mate_in(3));
}

TEST(Pvs, SoftNodesEndAfterAnIteration) {
    Limits limits;
    limits.soft_nodes = 2'000;
    const Outcome outcome =
        search("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", limits);
    EXPECT_GE(outcome.result.nodes, 2'000u);
    // The last report is that of the whole search: nothing was cut short.
    EXPECT_EQ(outcome.result.nodes, outcome.last.nodes);
}

TEST(Pvs, StopsWhenTold) {
    const auto searcher = make_own_pvs();
    searcher->resize({.hash_mib = 1, .threads = 2});
    const Root root(Position::start());
    LineWitness witness(root);
    std::stop_source stop;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop.request_stop();
    });
    EXPECT_TRUE(searcher->search(root, {}, stop.get_token(), witness).best);
}

TEST(Pvs, SeveralBestLines) {
    const Root root(position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    const auto searcher = make_own_pvs();
    Limits limits = depth(6);
    limits.multi_pv = 100;  // more than there are moves
    struct Lines final : SearchListener {
        void on_line(const LineReport& report) override {
            if (report.depth == 6) lines.push_back(report);
        }
        std::vector<LineReport> lines;
    } listener;
    static_cast<void>(searcher->search(root, limits, {}, listener));
    ASSERT_EQ(listener.lines.size(), legal_moves(root.position).size());
    for (std::size_t i = 1; i < listener.lines.size(); ++i) {
        EXPECT_LE(listener.lines[i].score, listener.lines[i - 1].score);
        EXPECT_NE(listener.lines[i].moves.front(), listener.lines[i - 1].moves.front());
    }
}

TEST(Pvs, AListenerChangesNothing) {
    for (const char* fen : {"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
                            "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1"}) {
        const Root root(position_of(fen));
        for (const std::uint64_t nodes : {300U, 5000U}) {
            Limits limits;
            limits.nodes = nodes;
            LineWitness witness(root);
            NoListener no_listener;
            const SearchResult told = make_own_pvs()->search(root, limits, {}, witness);
            const SearchResult untold = make_own_pvs()->search(root, limits, {}, no_listener);
            EXPECT_EQ(untold.best, told.best) << fen;
            EXPECT_EQ(untold.ponder, told.ponder) << fen;
            EXPECT_EQ(untold.score, told.score) << fen;
            EXPECT_EQ(untold.nodes, told.nodes) << fen;
        }
    }
}

TEST(Pvs, AnyPositionCanBeSearched) {
    for (const char* fen :
         {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", "8/8/8/8/8/8/8/K1k5 w - - 0 1",
          "bqnrkbnr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBNR w KQkq - 0 1"}) {
        EXPECT_TRUE(search(fen, depth(5), 2).result.best) << fen;
    }
}

using test::LineWitness;
using test::position_of;

std::unique_ptr<Searcher> threads_with_the_smallest_table() {
    auto searcher = make_own_pvs();
    searcher->resize({.hash_mib = 1, .threads = 4});
    return searcher;
}

TEST(OddPositions, EveryTrickyPositionIsSearched) {
    const auto searcher = threads_with_the_smallest_table();
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
    const auto searcher = threads_with_the_smallest_table();
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

// Iterations of a locked position take little time, so the search reaches its greatest depth.
TEST(OddPositions, LockedPositionsReachTheGreatestDepth) {
    const auto searcher = threads_with_the_smallest_table();
    // Each side has one bishop that can move, from one square to another and back.
    const Root root(position_of("kb6/p1p2p1b/P1P2Pp1/6P1/6p1/p1p2pP1/P1P2P1B/KB6 w - - 0 1"));
    ASSERT_EQ(legal_moves(root.position).size(), 1u);
    Limits limits;
    limits.depth = 255;
    LineWitness witness(root);
    EXPECT_EQ(searcher->search(root, limits, {}, witness).score, Score::draw());
}

// White takes the last pawn with the king or loses it to the rook; with a rook more it wins.
const char* const rook_takes_pawn = "8/8/8/3k4/8/p7/8/K6R w - - 0 1";

TEST(Pvs, AsksTablesAfterCaptures) {
    test::FakeTables tables(3);
    Limits limits = depth(10);
    limits.tables.tables = &tables;
    const Outcome known = search(rook_takes_pawn, limits);
    EXPECT_GT(tables.probes, 0);
    EXPECT_EQ(known.last.table_hits, static_cast<std::uint64_t>(tables.probes));
    EXPECT_TRUE(known.result.score.is_decided());
    EXPECT_GT(known.result.score, Score::draw());
    const Outcome unknown = search(rook_takes_pawn, depth(10));
    EXPECT_EQ(unknown.last.table_hits, 0u);
}

TEST(Pvs, AsksTablesWithinTheirLimits) {
    test::FakeTables tables(3);
    Limits limits = depth(8);
    limits.tables.tables = &tables;
    limits.tables.most_pieces = 2;
    EXPECT_EQ(search(rook_takes_pawn, limits).last.table_hits, 0u);
    limits.tables.most_pieces = 3;
    limits.tables.least_depth = 100;
    EXPECT_EQ(search(rook_takes_pawn, limits).last.table_hits, 0u);
    // Fewer pieces than that are asked for at any depth.
    limits.tables.most_pieces = 7;
    test::FakeTables larger(4);
    limits.tables.tables = &larger;
    EXPECT_GT(search(rook_takes_pawn, limits).last.table_hits, 0u);
}

TEST(Pvs, ThreadsAskTablesTogether) {
    test::FakeTables tables(4);
    Limits limits = depth(9);
    limits.tables.tables = &tables;
    const Outcome outcome = search("8/8/8/3k4/8/p6p/8/K6R w - - 0 1", limits, 3);
    EXPECT_TRUE(outcome.result.best);
    EXPECT_EQ(outcome.last.table_hits > 0, tables.probes > 0);
}

}  // namespace
}  // namespace rookery
