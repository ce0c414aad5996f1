#include "arena/suite/suite.h"

#include "arena/suite/suite_run.h"
#include "arena/suite/suite_runner.h"
#include "notation/coordinate.h"
#include "store/json.h"
#include "support/chess_helpers.h"

#include <gtest/gtest.h>

#include <map>

namespace rookery::arena {
namespace {

using Names = std::vector<std::string>;

// A rook that can castle, and a pawn about to promote.
constexpr std::string_view board = "4k3/P7/8/8/8/8/8/4K2R w K - ";

Result<SuitePosition, std::string> record(std::string_view operations) {
    const auto epd = parse_epd(std::string(board).append(operations));
    if (!epd) return failure(describe(epd.error()));
    return suite_position_of(*epd);
}

std::string refusal(std::string_view operations) {
    const auto read = record(operations);
    return read ? "(read)" : read.error();
}

Names names_of(const SuitePosition& position, const std::vector<Move>& moves) {
    Names names;
    for (const Move move : moves) names.push_back(to_coordinate(position.position, move));
    return names;
}

std::map<std::string, int> points_of(std::string_view operations) {
    std::map<std::string, int> points;
    const auto read = record(operations);
    EXPECT_TRUE(read.ok()) << operations << ": " << read.error();
    if (read)
        for (const GradedMove& one : read->grades)
            points[to_coordinate(read->position, one.move)] = one.points;
    return points;
}

TEST(SuitePosition, BestAndAvoidedMoves) {
    const auto both = record("bm Rh7 O-O; am Kd1; id \"one\";");
    ASSERT_TRUE(both.ok()) << both.error();
    EXPECT_EQ(both->id, "one");
    EXPECT_FALSE(both->chess960);
    EXPECT_EQ(names_of(*both, both->best), (Names{"h1h7", "e1g1"}));
    EXPECT_EQ(names_of(*both, both->avoid), Names{"e1d1"});
    EXPECT_EQ(both->expected(), "bm Rh7 O-O, am Kd1");
    EXPECT_TRUE(both->is_right(Move(Square::H1, Square::H7)));
    EXPECT_FALSE(both->is_right(Move(Square::E1, Square::D1)));
    EXPECT_FALSE(both->is_right(Move(Square::E1, Square::E2)));
    EXPECT_FALSE(both->is_right(Move::none()));

    const auto avoid = record("am Kd1");
    ASSERT_TRUE(avoid.ok()) << avoid.error();
    EXPECT_TRUE(avoid->is_right(Move(Square::E1, Square::E2)));
    EXPECT_FALSE(avoid->is_right(Move(Square::E1, Square::D1)));
}

TEST(SuitePosition, Mates) {
    for (const char* text : {"dm 4;", "bm #4;", "dm 4; id \"x\";"}) {
        const auto read = record(text);
        ASSERT_TRUE(read.ok()) << text << read.error();
        EXPECT_EQ(read->mate, 4) << text;
        EXPECT_TRUE(read->best.empty());
        EXPECT_EQ(read->expected(), "mate in 4");
        EXPECT_TRUE(read->is_right(Move(Square::E1, Square::E2)));
    }
    EXPECT_EQ(record("bm #-3;")->expected(), "mated in 3");
    const auto with_move = record("dm 2; bm Rh7;");
    ASSERT_TRUE(with_move.ok()) << with_move.error();
    EXPECT_EQ(with_move->expected(), "bm Rh7, mate in 2");
    // A move that mates is a move.
    EXPECT_EQ(record("bm a8=Q#;")->mate, std::nullopt);
    EXPECT_EQ(refusal("dm 0;"), "dm and 'bm #' need a number of moves");
    EXPECT_EQ(refusal("dm soon;"), "dm and 'bm #' need a number of moves");
    EXPECT_EQ(refusal("bm #x;"), "dm and 'bm #' need a number of moves");
}

TEST(SuitePosition, PointsInLists) {
    const std::map<std::string, int> wanted{{"h1h7", 10}, {"e1g1", 5}, {"a7a8q", 1}};
    EXPECT_EQ(points_of("bm Rh7; c8 \"10 5 1\"; c9 \"h1h7 e1g1 a7a8q\";"), wanted);
    EXPECT_EQ(points_of("bm Rh7; c7 \"Rh7 O-O a8=Q\"; c8 \"10 5 1\";"), wanted);
    EXPECT_EQ(points_of("c7 \"Rh7 O-O a8=Q\"; c8 \"10 5 1\"; c9 \"h1h7 e1g1 a7a8q\";"), wanted);
    EXPECT_EQ(refusal("bm Rh7; c8 \"10 5\"; c9 \"h1h7\";"),
              "c8 has points for 2 moves, but c9 names 1");
    EXPECT_NE(refusal("bm Rh7; c8 \"10\"; c9 \"b1c3\";").find("c9 b1c3: "), std::string::npos);
    // Words, or numbers that go with nothing, are remarks.
    EXPECT_TRUE(points_of("bm Rh7; c8 \"ten points\"; c9 \"by somebody\";").empty());
    EXPECT_TRUE(points_of("bm Rh7; c8 \"1985\";").empty());
    EXPECT_TRUE(points_of("bm Rh7; c8 \"0\"; c9 \"h1h7\";").empty());
}

TEST(SuitePosition, PointsInARemark) {
    const std::map<std::string, int> wanted{{"h1h7", 10}, {"e1g1", 5}, {"a7a8q", 1}};
    EXPECT_EQ(points_of("bm Rh7; c0 \"Rh7=10, O-O=5, a8=Q+=1\";"), wanted);
    EXPECT_TRUE(points_of("bm Rh7; c0 \"Rh7=10, and more\";").empty());
    EXPECT_TRUE(points_of("bm Rh7; c0 \"depth=12, time=30\";").empty());
    EXPECT_TRUE(points_of("bm Rh7; c0 \"a remark\";").empty());
}

TEST(SuitePosition, GradesAloneAreEnough) {
    const auto read = record("c0 \"Rh7=10, O-O=10, Kd1=3\";");
    ASSERT_TRUE(read.ok()) << read.error();
    EXPECT_EQ(read->most_points(), 10);
    EXPECT_EQ(read->points_for(Move(Square::E1, Square::D1)), 3);
    EXPECT_EQ(read->points_for(Move(Square::E1, Square::E2)), 0);
    EXPECT_TRUE(read->is_right(Move(Square::H1, Square::H7)));
    EXPECT_FALSE(read->is_right(Move(Square::E1, Square::D1)));
    EXPECT_EQ(read->expected(), "bm Rh7 O-O");
}

TEST(SuitePosition, WhatCannotBeTestedIsRefused) {
    EXPECT_EQ(refusal(""), "nothing is expected of it: no bm, am, dm or points");
    EXPECT_EQ(refusal("id \"x\"; c0 \"no task\";"),
              "nothing is expected of it: no bm, am, dm or points");
    EXPECT_EQ(refusal("bm Nf3;"), "bm Nf3: White has no knight");
    const auto mated = parse_epd("7k/6Q1/6K1/8/8/8/8/8 b - - dm 1;");
    ASSERT_TRUE(mated.ok());
    EXPECT_EQ(suite_position_of(*mated).error(), "the side to move has no legal move");
}

TEST(SuitePosition, Chess960IsSeen) {
    const auto epd = parse_epd("1k6/8/8/8/8/8/8/1K4R1 w G - bm O-O;");
    ASSERT_TRUE(epd.ok());
    const auto read = suite_position_of(*epd);
    ASSERT_TRUE(read.ok()) << read.error();
    EXPECT_TRUE(read->chess960);
    EXPECT_TRUE(read->best.front().is_castling());
}

TEST(SuiteFile, BadLinesAreToldAndTheRestIsRead) {
    using namespace std::string_literals;
    const std::string text = "# a remark\r\n\r\n4k3/8/8/8/8/8/8/4K2R w K - bm Rh7; id \"a\";\r\n"
                             "rubbish\n"
                             "4k3/8/8/8/8/8/8/4K2R w K -\n"
                             "4k3/8/8/8/8/8/8/4K2R w K - bm Rh6\n\0\n\0"s;
    const auto suite = read_suite(text, "test");
    ASSERT_TRUE(suite.ok()) << suite.error();
    ASSERT_EQ(suite->positions.size(), 2u);
    EXPECT_EQ(suite->positions[0].id, "a");
    EXPECT_EQ(suite->positions[0].line, 3u);
    EXPECT_EQ(suite->positions[1].id, "line 6");
    ASSERT_EQ(suite->skipped.size(), 2u);
    EXPECT_EQ(suite->skipped[0].line, 4u);
    EXPECT_EQ(suite->skipped[0].why.substr(0, 9), "column 2:");
    EXPECT_EQ(suite->skipped[1],
              (SkippedLine{5, "nothing is expected of it: no bm, am, dm or points"}));
}

TEST(SuiteFile, NothingUsableIsAnError) {
    EXPECT_EQ(read_suite("", "test").error(), "test: there are no positions in it");
    EXPECT_EQ(read_suite("# only\n\n", "test").error(), "test: there are no positions in it");
    EXPECT_EQ(read_suite("\n4k3/8/8/8/8/8/8/4K3 w - -\n", "test").error(),
              "test: there is no position in it that could be tested; line 2: nothing is expected "
              "of it: no bm, am, dm or points");
    EXPECT_EQ(load_suite("/nonexistent/a.epd").error(),
              "/nonexistent/a.epd: No such file or directory");
}

TEST(SuiteData, EveryRecordIsReadable) {
    ROOKERY_NEED_DATA(data);
    const std::pair<const char*, std::size_t> suites[] = {
        {"epd/arasan21.epd", 200},   {"epd/bratko-kopec.epd", 24}, {"epd/eet.epd", 100},
        {"epd/lct2.epd", 35},        {"epd/wac.epd", 300},         {"epd/zugts.epd", 30},
        {"mate/KRvK1000.epd", 1000}, {"mate/classic280.epd", 280}};
    for (const auto& [file, count] : suites) {
        const auto suite = load_suite(data / file);
        ASSERT_TRUE(suite.ok()) << suite.error();
        EXPECT_EQ(suite->positions.size(), count) << file;
        for (const SkippedLine& skipped : suite->skipped)
            ADD_FAILURE() << file << ':' << skipped.line << ' ' << skipped.why;
        const bool mates = std::string_view(file).starts_with("mate/");
        for (const SuitePosition& position : suite->positions)
            EXPECT_EQ(position.mate.has_value(), mates) << file << ':' << position.line;
    }
}

// A misspelt move spoils its record and no other.
TEST(SuiteData, ADamagedSuiteLosesOneRecord) {
    ROOKERY_NEED_DATA(data);
    const auto suite = load_suite(data / "epd" / "kaufman.epd");
    ASSERT_TRUE(suite.ok()) << suite.error();
    EXPECT_EQ(suite->positions.size(), 24u);
    ASSERT_EQ(suite->skipped.size(), 1u);
    EXPECT_EQ(suite->skipped[0].why, "bm Bcx3: 'Bcx3' is not a move");
}

using namespace std::chrono_literals;

SuitePosition position_with(std::string_view operations) {
    const auto epd = parse_epd(
        std::string("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ").append(operations));
    return *suite_position_of(*epd);
}

const Move e4(Square::E2, Square::E4);
const Move d4(Square::D2, Square::D4);
const Move a3(Square::A2, Square::A3);

EngineScore pawns(int centipawns) { return {EngineScore::Kind::Centipawns, centipawns}; }
EngineScore mate(int moves, EngineScore::Bound bound = EngineScore::Bound::Exact) {
    return {EngineScore::Kind::Mate, moves, bound};
}

// A thought at that depth, which comes after as many milliseconds and ten times as many nodes.
Thought thought(int depth, Move move, EngineScore score = pawns(0)) {
    return {move, score, depth, static_cast<std::uint64_t>(10 * depth), depth * 1ms};
}

MoveReply reply(Move move, std::optional<EngineScore> score = pawns(0)) {
    MoveReply reply;
    reply.move = move;
    reply.score = score;
    reply.depth = 99;
    reply.nodes = 990;
    reply.spent = 99ms;
    return reply;
}

std::optional<Moment> solution(const SuitePosition& position, const std::vector<Thought>& thoughts,
                               const MoveReply& last) {
    SuiteJudge judge(position);
    for (const Thought& one : thoughts) judge.add(one);
    const SuiteAnswer answer = judge.judge(last);
    EXPECT_EQ(answer.solved, answer.solution.has_value());
    EXPECT_EQ(answer.move, last.move);
    return answer.solution;
}

constexpr Moment at(int depth) {
    return {depth * 1ms, static_cast<std::uint64_t>(10 * depth), depth};
}

TEST(SuiteJudge, TheLastSwitchToARightMoveCounts) {
    const SuitePosition position = position_with("bm e4 d4;");
    EXPECT_EQ(solution(position, {thought(1, e4), thought(2, e4), thought(3, e4)}, reply(e4)),
              at(1));
    EXPECT_EQ(solution(position, {thought(1, e4), thought(2, a3), thought(3, e4), thought(4, e4)},
                       reply(e4)),
              at(3));
    // From one right move to another is no change of mind.
    EXPECT_EQ(solution(position, {thought(1, a3), thought(2, d4), thought(3, e4)}, reply(e4)),
              at(2));
    EXPECT_EQ(solution(position, {thought(1, e4), thought(2, a3)}, reply(a3)), std::nullopt);
    // The played move counts, not the one in the report.
    EXPECT_EQ(solution(position, {thought(1, e4)}, reply(a3)), std::nullopt);
    EXPECT_EQ(solution(position, {thought(1, a3)}, reply(e4)), at(99));
    EXPECT_EQ(solution(position, {}, reply(e4, std::nullopt)), at(99));
    // A line that begins with no move is not a right one.
    EXPECT_EQ(
        solution(position, {thought(1, e4), thought(2, Move::none()), thought(3, e4)}, reply(e4)),
        at(3));
}

TEST(SuiteJudge, MovesToAvoid) {
    const SuitePosition position = position_with("am a3;");
    EXPECT_EQ(solution(position, {thought(1, a3), thought(2, e4), thought(3, d4)}, reply(d4)),
              at(2));
    EXPECT_EQ(solution(position, {thought(1, e4)}, reply(a3)), std::nullopt);
}

TEST(SuiteJudge, MatesAreAnnounced) {
    for (const char* text : {"dm 3;", "bm #3;"}) {
        const SuitePosition position = position_with(text);
        EXPECT_EQ(solution(position,
                           {thought(1, e4), thought(2, e4, mate(5)), thought(3, d4, mate(3)),
                            thought(4, e4, mate(2))},
                           reply(e4, mate(2))),
                  at(3));
        // Lost and found again.
        EXPECT_EQ(
            solution(position,
                     {thought(1, e4, mate(3)), thought(2, e4, pawns(900)), thought(3, e4, mate(3))},
                     reply(e4, mate(3))),
            at(3));
        EXPECT_EQ(solution(position, {thought(1, e4, mate(4))}, reply(e4, mate(4))), std::nullopt);
        EXPECT_EQ(solution(position, {thought(1, e4, mate(-2))}, reply(e4, mate(-2))),
                  std::nullopt);
        EXPECT_EQ(solution(position, {}, reply(e4, std::nullopt)), std::nullopt);
        EXPECT_EQ(solution(position, {}, reply(e4, mate(3))), at(99));
    }
    const SuitePosition both = position_with("dm 3; bm e4;");
    EXPECT_EQ(
        solution(both, {thought(1, d4, mate(3)), thought(2, e4, mate(3))}, reply(e4, mate(3))),
        at(2));
    EXPECT_EQ(solution(both, {thought(1, e4, mate(3))}, reply(d4, mate(3))), std::nullopt);
    EXPECT_EQ(solution(both, {thought(1, e4)}, reply(e4)), std::nullopt);
}

TEST(SuiteJudge, BoundsThatSayNothingChangeNothing) {
    using Bound = EngineScore::Bound;
    EXPECT_EQ(announces_mate(mate(3), 3), true);
    EXPECT_EQ(announces_mate(mate(4), 3), false);
    EXPECT_EQ(announces_mate(pawns(9999), 3), false);
    EXPECT_EQ(announces_mate(mate(3, Bound::Lower), 3), true);
    EXPECT_EQ(announces_mate(mate(4, Bound::Lower), 3), std::nullopt);
    EXPECT_EQ(announces_mate(mate(3, Bound::Upper), 3), std::nullopt);
    EXPECT_EQ(announces_mate(mate(4, Bound::Upper), 3), false);
    EXPECT_EQ(announces_mate(mate(-2), -2), true);
    EXPECT_EQ(announces_mate(mate(-3), -2), false);
    EXPECT_EQ(announces_mate(mate(-2, Bound::Upper), -2), true);
    EXPECT_EQ(announces_mate(mate(-3, Bound::Upper), -2), std::nullopt);

    const SuitePosition position = position_with("dm 3;");
    EngineScore low = pawns(800);
    low.bound = Bound::Lower;
    EXPECT_EQ(solution(position, {thought(1, e4, mate(3)), thought(2, e4, low)}, reply(e4, low)),
              at(1));
}

TEST(SuiteJudge, PointsForTheMovePlayed) {
    const SuitePosition position = position_with("bm e4; c0 \"e4=10, d4=6\";");
    const auto answer = [&](Move move) { return SuiteJudge(position).judge(reply(move)); };
    EXPECT_EQ(answer(e4).points, 10);
    EXPECT_TRUE(answer(e4).solved);
    EXPECT_EQ(answer(d4).points, 6);
    EXPECT_FALSE(answer(d4).solved);
    EXPECT_EQ(answer(a3).points, 0);
}

TEST(SuiteJudge, TroubleIsAMissWithAReason) {
    const SuitePosition position = position_with("bm e4; c0 \"e4=10\";");
    SuiteJudge judge(position);
    judge.add(thought(1, e4));
    MoveReply broken = reply(Move::none());
    broken.trouble = Trouble::Crashed;
    broken.details = "ended by signal 11";
    const SuiteAnswer answer = judge.judge(broken);
    EXPECT_FALSE(answer.solved);
    EXPECT_EQ(answer.points, 0);
    EXPECT_EQ(answer.trouble, "crashed: ended by signal 11");
    EXPECT_FALSE(answer.solution.has_value());
}

}  // namespace
}  // namespace rookery::arena
