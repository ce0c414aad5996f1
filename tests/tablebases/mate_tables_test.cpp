#include "tablebases/mate_tables.h"

#include "base/files.h"
#include "base/threads.h"
#include "support/chess_helpers.h"
#include "tablebases/table_helpers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

namespace rookery {
namespace {

using test::position_of;
using test::TableFolder;
using test::three_piece_tables;

constexpr const char* queen_mates_in_one = "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1";

TEST(MateTables, AFolderWithoutFilesKnowsNothing) {
    const TableFolder folder("nothing");
    for (const auto& path : {folder.path(), std::filesystem::path("/nowhere")}) {
        const MateTables tables(path);
        EXPECT_EQ(tables.most_pieces(), 0);
        EXPECT_FALSE(tables.probe(position_of(queen_mates_in_one)));
        EXPECT_FALSE(tables.probe(position_of("k7/8/1K6/8/8/8/8/8 w - - 0 1")));
        EXPECT_TRUE(tables.rank_moves(position_of(queen_mates_in_one), {}).empty());
    }
}

TEST(MateTables, KnowsPositionsOfThreePieces) {
    const MateTables tables(three_piece_tables().path());
    EXPECT_EQ(tables.most_pieces(), 3);
    EXPECT_EQ(tables.probe(position_of(queen_mates_in_one)), (TableResult{Wdl::Win, 1}));
    EXPECT_EQ(tables.probe(position_of("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1")),
              (TableResult{Wdl::Loss, 0}));
    EXPECT_EQ(tables.probe(position_of("k7/8/1K6/8/8/8/8/6B1 w - - 0 1")), TableResult{});
    EXPECT_EQ(tables.probe(position_of("k7/8/1K6/8/8/8/8/6N1 b - - 0 1")), TableResult{});
    EXPECT_EQ(tables.probe(position_of("k7/8/1K6/8/8/8/8/8 w - - 0 1")), TableResult{});
    // The clock is not part of the question.
    EXPECT_EQ(tables.probe(position_of("k7/8/1K6/8/8/8/8/6Q1 w - - 99 90")),
              (TableResult{Wdl::Win, 1}));
}

TEST(MateTables, DoesNotKnowCastlingAndMorePieces) {
    const MateTables tables(three_piece_tables().path());
    EXPECT_FALSE(tables.probe(position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1")));
    EXPECT_TRUE(tables.probe(position_of("4k3/8/8/8/8/8/8/4K2R w - - 0 1")));
    EXPECT_FALSE(tables.probe(position_of("4k3/8/8/8/8/8/8/Q3K2R w - - 0 1")));
    // One move leads to a position that it knows, others do not.
    EXPECT_TRUE(tables.rank_moves(position_of("4k3/8/8/8/8/8/3r4/Q3K3 w - - 0 1"), {}).empty());
}

TEST(MateTables, RanksWinsShortestFirst) {
    const MateTables tables(three_piece_tables().path());
    const auto moves = tables.rank_moves(position_of(queen_mates_in_one), {});
    ASSERT_EQ(moves.size(), legal_moves(position_of(queen_mates_in_one)).size());
    EXPECT_EQ(moves.front().after, (TableResult{Wdl::Win, 1}));
    // The last one gives stalemate or lets the queen go: a draw.
    EXPECT_EQ(moves.back().after, TableResult{});
    EXPECT_EQ(moves.back().rank, 0);
    for (std::size_t i = 1; i < moves.size(); ++i) {
        EXPECT_GE(moves[i - 1].rank, moves[i].rank);
        if (moves[i - 1].rank == moves[i].rank) {
            EXPECT_EQ(moves[i - 1].after, moves[i].after);
        } else if (moves[i].after.mate_plies) {
            EXPECT_LT(moves[i - 1].after.mate_plies, moves[i].after.mate_plies);
        }
    }
}

TEST(MateTables, RanksLossesLongestFirst) {
    const MateTables tables(three_piece_tables().path());
    const Position position = position_of("8/8/8/3k4/8/8/1Q6/K7 b - - 0 1");
    const auto moves = tables.rank_moves(position, {});
    ASSERT_FALSE(moves.empty());
    EXPECT_EQ(moves.front().after.wdl, Wdl::Loss);
    EXPECT_EQ(moves.front().after.mate_plies, tables.probe(position)->mate_plies);
    EXPECT_GT(*moves.front().after.mate_plies, *moves.back().after.mate_plies);
    EXPECT_LT(moves.front().rank, 0);
}

// A rook mates in at most sixteen moves, so at most 31 plies are needed.
TEST(MateTables, CountsMovesForTheFiftyMoveRule) {
    const MateTables tables(three_piece_tables().path());
    const Position fresh = position_of("8/8/8/3k4/8/8/1R6/K7 w - - 0 1");
    const int plies = *tables.probe(fresh)->mate_plies;
    ASSERT_GT(plies, 20);
    const auto best = [&](int clock) {
        auto setup = fresh.setup();
        setup.halfmove_clock = clock;
        setup.fullmove_number = 80;
        return tables.rank_moves(Position::from(setup)->position, {}).front();
    };
    EXPECT_EQ(best(0).after, (TableResult{Wdl::Win, plies}));
    EXPECT_EQ(best(100 - plies).after, (TableResult{Wdl::Win, plies}));
    EXPECT_EQ(best(101 - plies).after, (TableResult{Wdl::CursedWin, plies}));
    EXPECT_GT(best(0).rank, best(101 - plies).rank);
    EXPECT_GT(best(101 - plies).rank, 0);
    // A pawn move begins to count again, so that it is sure where other moves are not.
    const auto pawn = tables.rank_moves(position_of("8/8/8/8/8/8/P6k/K7 w - - 99 90"), {});
    EXPECT_EQ(pawn.front().after.wdl, Wdl::Win);
    for (const TableMove& move : pawn)
        EXPECT_EQ(move.after.wdl == Wdl::Win, move.move.from() == Square::A2);
    const auto lost = tables.rank_moves(position_of("8/8/8/3k4/8/8/1R6/K7 b - - 98 90"), {});
    EXPECT_EQ(lost.front().after.wdl, Wdl::BlessedLoss);
}

// Real tables of three pieces, and one of KPvKP that calls everything drawn.
TEST(MateTables, AnEnPassantCaptureCounts) {
    const TableFolder folder("en_passant");
    for (const char* name : {"KQvK", "KRvK", "KPvK"})
        std::filesystem::copy(three_piece_tables().file(name), folder.file(name));
    const Ending& ending = *Ending::find("KPvKP");
    const MateTable draws(ending, std::vector<MateValue>(ending.size(), mate_draw));
    ASSERT_FALSE(replace_file(folder.file("KPvKP"), draws.bytes(1)));
    const MateTables tables(folder.path());
    const Position with = position_of("7k/8/1K6/3pP3/8/8/8/8 w - d6 0 1");
    const Position without = position_of("7k/8/1K6/3pP3/8/8/8/8 w - - 0 1");
    ASSERT_NE(with.en_passant(), Square::None);
    EXPECT_EQ(tables.probe(without), TableResult{});
    const Position after = with.after({Square::E5, Square::D6, MoveKind::EnPassant});
    const auto lost = tables.probe(after);
    ASSERT_EQ(lost->wdl, Wdl::Loss);
    EXPECT_EQ(tables.probe(with), (TableResult{Wdl::Win, *lost->mate_plies + 1}));
    // The same with colours exchanged.
    EXPECT_EQ(tables.probe(position_of("8/8/8/8/3Pp3/1k6/8/7K b - d3 0 1")), tables.probe(with));
    // After this one the king takes the pawn.
    EXPECT_EQ(tables.probe(position_of("8/2k5/8/3pP3/8/8/8/K7 w - d6 0 1")), TableResult{});
}

TEST(MateTables, ReportsABadFileOnce) {
    const TableFolder folder("bad");
    std::filesystem::copy(three_piece_tables().file("KQvK"), folder.file("KQvK"));
    std::filesystem::copy(three_piece_tables().file("KQvK"), folder.file("KPvK"));
    ASSERT_FALSE(replace_file(folder.file("KQvKR"), "no table at all"));
    std::vector<std::string> problems;
    const MateTables tables(folder.path(),
                            [&](const std::string& problem) { problems.push_back(problem); });
    EXPECT_EQ(tables.most_pieces(), 4);
    EXPECT_TRUE(problems.empty());
    for (int i = 0; i < 2; ++i) {
        EXPECT_FALSE(tables.probe(position_of("3rk3/8/8/8/8/8/8/Q3K3 w - - 0 1")));
        EXPECT_FALSE(tables.probe(position_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")));
        EXPECT_FALSE(tables.probe(position_of("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")));
        EXPECT_TRUE(tables.probe(position_of(queen_mates_in_one)));
    }
    ASSERT_EQ(problems.size(), 3);
    EXPECT_EQ(problems[0], folder.file("KQvKR").string() + ": this is no mate table");
    EXPECT_EQ(problems[1], folder.file("KRvK").string() + " cannot be read");
    EXPECT_EQ(problems[2], folder.file("KPvK").string() + ": it holds KQvK");
}

TEST(MateTables, ManyThreadsAskAtOnce) {
    Random random(9);
    std::vector<Position> positions;
    for (int i = 0; i < 400; ++i) positions.push_back(test::random_placement(random, 3));
    std::vector<TableResult> expected;
    {
        const MateTables alone(three_piece_tables().path());
        for (const Position& position : positions) expected.push_back(*alone.probe(position));
    }
    const TableFolder folder("threads");
    std::filesystem::copy(three_piece_tables().file("KQvK"), folder.file("KQvK"));
    std::filesystem::copy(three_piece_tables().file("KRvK"), folder.file("KRvK"));
    std::atomic<int> problems = 0;
    const MateTables tables(folder.path(), [&](const std::string&) { ++problems; });
    run_on_threads(4, [&](std::size_t) {
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const auto found = tables.probe(positions[i]);
            const bool known = positions[i].pieces(PieceType::Pawn) == 0;
            EXPECT_EQ(found, known ? std::optional(expected[i]) : std::nullopt);
        }
    });
    EXPECT_EQ(problems, 1);
}

}  // namespace
}  // namespace rookery
