#include "arena/suite/suite.h"

#include "arena/suite/suite_runner.h"
#include "arena/suite/suite_text.h"
#include "notation/coordinate.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace rookery::arena {
namespace {

using namespace std::chrono_literals;

SuitePosition wanted(std::string_view operations) {
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
    const SuitePosition position = wanted("bm e4 d4;");
    EXPECT_EQ(solution(position, {thought(1, e4), thought(2, e4), thought(3, e4)}, reply(e4)),
              at(1));
    EXPECT_EQ(solution(position, {thought(1, e4), thought(2, a3), thought(3, e4), thought(4, e4)},
                       reply(e4)),
              at(3));
    // From one right move to another is no change of mind.
    EXPECT_EQ(solution(position, {thought(1, a3), thought(2, d4), thought(3, e4)}, reply(e4)),
              at(2));
    EXPECT_EQ(solution(position, {thought(1, e4), thought(2, a3)}, reply(a3)), std::nullopt);
    // What is played counts, not what was thought.
    EXPECT_EQ(solution(position, {thought(1, e4)}, reply(a3)), std::nullopt);
    EXPECT_EQ(solution(position, {thought(1, a3)}, reply(e4)), at(99));
    EXPECT_EQ(solution(position, {}, reply(e4, std::nullopt)), at(99));
    // A line that begins with no move is not a right one.
    EXPECT_EQ(
        solution(position, {thought(1, e4), thought(2, Move::none()), thought(3, e4)}, reply(e4)),
        at(3));
}

TEST(SuiteJudge, MovesToAvoid) {
    const SuitePosition position = wanted("am a3;");
    EXPECT_EQ(solution(position, {thought(1, a3), thought(2, e4), thought(3, d4)}, reply(d4)),
              at(2));
    EXPECT_EQ(solution(position, {thought(1, e4)}, reply(a3)), std::nullopt);
}

TEST(SuiteJudge, MatesAreAnnounced) {
    for (const char* text : {"dm 3;", "bm #3;"}) {
        const SuitePosition position = wanted(text);
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
    const SuitePosition both = wanted("dm 3; bm e4;");
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

    const SuitePosition position = wanted("dm 3;");
    EngineScore low = pawns(800);
    low.bound = Bound::Lower;
    EXPECT_EQ(solution(position, {thought(1, e4, mate(3)), thought(2, e4, low)}, reply(e4, low)),
              at(1));
}

TEST(SuiteJudge, PointsForTheMovePlayed) {
    const SuitePosition position = wanted("bm e4; c0 \"e4=10, d4=6\";");
    const auto answer = [&](Move move) { return SuiteJudge(position).judge(reply(move)); };
    EXPECT_EQ(answer(e4).points, 10);
    EXPECT_TRUE(answer(e4).solved);
    EXPECT_EQ(answer(d4).points, 6);
    EXPECT_FALSE(answer(d4).solved);
    EXPECT_EQ(answer(a3).points, 0);
}

TEST(SuiteJudge, TroubleIsAMissWithAReason) {
    const SuitePosition position = wanted("bm e4; c0 \"e4=10\";");
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

TEST(SuiteSums, AddUp) {
    const SuitePosition plain = wanted("bm e4;");
    const SuitePosition graded = wanted("bm e4; c0 \"e4=10, d4=6\";");
    SuiteSums sums;
    EXPECT_EQ(sums.solved_share(), 0);
    EXPECT_EQ(sums.nodes_to_solution(), std::nullopt);
    EXPECT_EQ(sums.nodes_per_second(), std::nullopt);
    SuiteAnswer solved;
    solved.solved = true;
    solved.solution = Moment{2s, 100, 5};
    solved.depth = 10;
    solved.nodes = 3000;
    solved.spent = 3s;
    sums.add(plain, solved);
    solved.solution = Moment{1s, 10000, 5};
    solved.points = 10;
    sums.add(graded, solved);
    SuiteAnswer wrong;
    wrong.points = 6;
    wrong.depth = 4;
    wrong.nodes = 3000;
    wrong.spent = 3s;
    sums.add(graded, wrong);
    sums.add(plain, missed_by_trouble("gone"));
    EXPECT_EQ(sums.answered, 4u);
    EXPECT_EQ(sums.solved, 2u);
    EXPECT_EQ(sums.troubles, 1u);
    EXPECT_EQ(sums.points, 16);
    EXPECT_EQ(sums.possible_points, 20);
    EXPECT_DOUBLE_EQ(sums.solved_share(), 0.5);
    EXPECT_EQ(sums.to_solution, 3s);
    EXPECT_DOUBLE_EQ(*sums.mean_seconds_to_solution(), 1.5);
    EXPECT_NEAR(*sums.nodes_to_solution(), 1000, 1e-6);
    EXPECT_DOUBLE_EQ(*sums.mean_depth(), 8);
    EXPECT_DOUBLE_EQ(*sums.nodes_per_second(), 1000);
}

TEST(SuiteReport, JsonHasEverything) {
    Suite suite;
    suite.name = "x.epd";
    suite.positions = {wanted("dm 2; bm e4; am a3; id \"one\"; c0 \"e4=10, d4=6\";"),
                       wanted("bm d4; id \"two\";")};
    suite.skipped = {{7, "why not"}};
    SuiteAnswer right;
    right.move = e4;
    right.solved = true;
    right.points = 10;
    right.solution = Moment{250ms, 42, 3};
    right.score = mate(2);
    SuiteAnswers answers(2, std::vector<std::optional<SuiteAnswer>>(2));
    answers[0][0] = right;
    answers[0][1] = missed_by_trouble("gone");
    TimeControl limits;
    limits.depth = 5;
    const auto json = nlohmann::json::parse(
        json_report({suite, answers, {"a", "b"}, {"a,Hash=1", "b"}, limits, 2.5, false}));
    EXPECT_EQ(json["suite"], "x.epd");
    EXPECT_EQ(json["complete"], false);
    EXPECT_EQ(json["limits"], nlohmann::json({{"depth", 5}}));
    EXPECT_EQ(json["players"][0]["spec"], "a,Hash=1");
    EXPECT_EQ(json["players"][0]["solved"], 1);
    EXPECT_EQ(json["players"][0]["points"], 10);
    EXPECT_EQ(json["players"][0]["mean_seconds_to_solution"], 0.25);
    EXPECT_EQ(json["players"][1]["troubles"], 1);
    EXPECT_EQ(json["players"][1]["nodes_to_solution"], nullptr);
    const auto& one = json["positions"][0];
    EXPECT_EQ(one["id"], "one");
    EXPECT_EQ(one["best"], nlohmann::json({"e4"}));
    EXPECT_EQ(one["avoid"], nlohmann::json({"a3"}));
    EXPECT_EQ(one["mate"], 2);
    EXPECT_EQ(one["points"], nlohmann::json({{"d4", 6}, {"e4", 10}}));
    EXPECT_EQ(one["answers"]["a"]["move"], "e4");
    EXPECT_EQ(one["answers"]["a"]["score"], nlohmann::json({{"mate", 2}}));
    EXPECT_EQ(one["answers"]["a"]["solution"],
              nlohmann::json({{"depth", 3}, {"nodes", 42}, {"seconds", 0.25}}));
    EXPECT_EQ(one["answers"]["b"]["trouble"], "gone");
    EXPECT_EQ(json["positions"][1]["answers"], nlohmann::json::object());
    EXPECT_EQ(json["skipped"][0]["line"], 7);
}

}  // namespace
}  // namespace rookery::arena
