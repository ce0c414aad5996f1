#include "lab/board_speeds.h"

#include "chess/perft.h"
#include "support/chess_helpers.h"
#include "support/positions.h"

#include <gtest/gtest.h>

namespace rookery::lab {
namespace {

using arena::Measured;
using arena::ResultTable;

// As small as it gets, with everything in it.
BoardSpeedPlan small_plan() {
    BoardSpeedPlan plan;
    plan.repeats = 2;
    plan.perft_depth = 1;
    plan.search_depth = 1;
    plan.threads = 2;
    plan.pseudo_legal = true;
    plan.least_seconds = 0;
    return plan;
}

// The plan's depth and what the positions with few moves get on top.
std::uint64_t calls_of_perft(int depth) {
    const int deeper[] = {1, 0, 2, 1, 0, 0};
    std::uint64_t calls = 0;
    for (std::size_t i = 0; i < std::size(deeper); ++i)
        for (int d = 0; d <= depth + deeper[i]; ++d)
            calls += perft(test::position_of(test::classic_positions[i].fen), d);
    return calls;
}

TEST(BoardSpeeds, AllBoardsVisitTheSameNodes) {
    const BoardSpeedPlan plan = small_plan();
    const std::vector<BoardSpeed> boards = measure_boards(plan);
    ASSERT_EQ(boards.size(), board_kinds().size() + 1);
    const std::uint64_t searched = boards.front()[BoardTask::Search].nodes;
    EXPECT_GT(searched, 200U);
    for (std::size_t i = 0; i < board_kinds().size(); ++i) {
        EXPECT_EQ(boards[i].name, board_kinds()[i].name);
        for (BoardTask task : {BoardTask::Perft, BoardTask::PerftInBulk, BoardTask::PerftOnThreads,
                               BoardTask::PerftPseudoLegal})
            EXPECT_EQ(boards[i][task].nodes, calls_of_perft(1))
                << boards[i].name << ": " << name_of(task);
        for (BoardTask task :
             {BoardTask::Search, BoardTask::GenerationTwice, BoardTask::EvaluationTwice,
              BoardTask::SearchOnThreads, BoardTask::SearchPseudoLegal})
            EXPECT_EQ(boards[i][task].nodes, searched) << boards[i].name << ": " << name_of(task);
        for (const BoardRuns& runs : boards[i].runs) EXPECT_EQ(runs.speeds.size(), 2U);
    }
    const BoardSpeed& engine = boards.back();
    EXPECT_EQ(engine[BoardTask::Perft].nodes, calls_of_perft(1));
    EXPECT_EQ(engine[BoardTask::PerftInBulk].nodes, calls_of_perft(1));
    EXPECT_FALSE(engine.has(BoardTask::Search));
}

TEST(BoardSpeeds, OnlyWhatIsPlanned) {
    BoardSpeedPlan plan = small_plan();
    plan.boards = {find_board_kind("0x88")};
    plan.with_engine = false;
    plan.threads = 1;
    plan.pseudo_legal = false;
    const std::vector<BoardSpeed> boards = measure_boards(plan);
    ASSERT_EQ(boards.size(), 1U);
    EXPECT_EQ(boards[0].id, "0x88");
    EXPECT_TRUE(boards[0].has(BoardTask::EvaluationTwice));
    EXPECT_FALSE(boards[0].has(BoardTask::SearchOnThreads));
    EXPECT_FALSE(boards[0].has(BoardTask::PerftPseudoLegal));
    EXPECT_EQ(board_tables(boards, plan).size(), 2U);
}

TEST(BoardSpeeds, ASimplerEvaluationSearchesOtherNodes) {
    BoardSpeedPlan plan = small_plan();
    plan.search_depth = 2;
    plan.boards = {find_board_kind("magic")};
    const auto nodes = [&](Asked asked) {
        plan.asked = asked;
        return measure_boards(plan)[0][BoardTask::Search].nodes;
    };
    EXPECT_NE(nodes(Asked::Material), nodes(Asked::Full));
    EXPECT_NE(nodes(Asked::Squares), nodes(Asked::Full));
}

TEST(BoardSpeeds, StoppedBeforeItBegan) {
    std::stop_source source;
    source.request_stop();
    const BoardSpeedPlan plan = small_plan();
    const std::vector<BoardSpeed> boards = measure_boards(plan, source.get_token());
    for (const BoardSpeed& board : boards)
        for (const BoardRuns& runs : board.runs) EXPECT_TRUE(runs.speeds.empty());
    // A row for each board all the same, and nothing to say.
    const std::vector<ResultTable> tables = board_tables(boards, plan);
    EXPECT_EQ(tables[0].rows.size(), boards.size());
    EXPECT_TRUE(std::holds_alternative<std::monostate>(tables[0].rows[0][1]));
    EXPECT_TRUE(tables[1].rows.empty());
}

// Twice as slow with the evaluation done twice: it takes all the time there is.
TEST(BoardSpeeds, SharesFollowFromWhatTheSecondTimeCosts) {
    BoardSpeed board{"some board", "0x88", {}};
    board[BoardTask::Search].speeds = {10, 12, 20};
    board[BoardTask::EvaluationTwice].speeds = {8, 8, 16};
    board[BoardTask::GenerationTwice].speeds = {8, 10, 16};
    const TimeShares shares = time_shares(board);
    EXPECT_DOUBLE_EQ(shares.evaluation.lowest, 0.25);
    EXPECT_DOUBLE_EQ(shares.evaluation.median, 0.25);
    EXPECT_DOUBLE_EQ(shares.evaluation.highest, 0.5);
    EXPECT_NEAR(shares.generation.lowest, 0.2, 1e-12);
    EXPECT_DOUBLE_EQ(shares.generation.median, 0.25);
    EXPECT_DOUBLE_EQ(shares.other.median, 0.5);
    EXPECT_DOUBLE_EQ(shares.other.lowest, 0.25);
    EXPECT_NEAR(shares.other.highest, 0.55, 1e-12);
}

TEST(BoardSpeeds, TheStudysFiguresStandBesideOurs) {
    EXPECT_FALSE(study_figures("mailbox"));
    EXPECT_FALSE(study_figures(""));
    ASSERT_TRUE(study_figures("0x88"));
    BoardSpeed ours{"0x88", "0x88", {}};
    ours[BoardTask::Perft].speeds = {40, 50, 60};
    const std::vector<ResultTable> tables = board_tables({ours}, {});
    EXPECT_EQ(std::get<Measured>(tables[0].rows[0][1]).value, 50);
    EXPECT_EQ(std::get<Measured>(tables[0].rows[0][1]).high, 60);
    EXPECT_EQ(std::get<Measured>(tables[0].rows[0][2]).value, 46.496);
    EXPECT_EQ(std::get<Measured>(tables[0].rows[0][5]).value, 7.216);
}

TEST(BoardSpeeds, TablesFitATerminal) {
    std::vector<BoardSpeed> boards;
    for (const BoardKind& kind : board_kinds()) {
        BoardSpeed board{std::string(kind.name), std::string(kind.id), {}};
        for (BoardRuns& runs : board.runs) runs.speeds = {100, 110, 120};
        board[BoardTask::PerftInBulk].speeds = {1000, 1100, 1200};
        board[BoardTask::Search].speeds = {10, 11, 12};
        boards.push_back(std::move(board));
    }
    for (const ResultTable& table : board_tables(boards, small_plan())) {
        std::istringstream lines(text_of(table));
        for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
    }
}

}  // namespace
}  // namespace rookery::lab
