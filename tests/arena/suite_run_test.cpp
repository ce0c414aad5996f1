#include "arena/suite/suite_run.h"

#include "store/json.h"

#include <gtest/gtest.h>

namespace rookery::arena {
namespace {

using namespace std::chrono_literals;
using Lines = std::vector<std::string>;

SuitePosition wanted(std::string_view operations) {
    const auto epd = parse_epd(
        std::string("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ").append(operations));
    return *suite_position_of(*epd);
}

SuiteAnswer answer(Move move) {
    SuiteAnswer answer;
    answer.move = move;
    answer.score = EngineScore{EngineScore::Kind::Centipawns, 35};
    answer.depth = 10;
    answer.nodes = 50000;
    answer.spent = 100ms;
    return answer;
}

SuiteAnswer solved(Move move, Duration after, std::uint64_t nodes) {
    SuiteAnswer right = answer(move);
    right.solved = true;
    right.solution = Moment{after, nodes, 5};
    return right;
}

const Move run_e4(Square::E2, Square::E4);
const Move g3(Square::G2, Square::G3);

// One position solved by the first player alone, one missed by it, and a third without an answer.
struct Example {
    Suite suite{"x.epd",
                {wanted("bm e4; id \"x.1\";"), wanted("am g3; id \"x.2\";"), wanted("bm e4;")},
                {}};
    SuiteAnswers answers{{solved(run_e4, 12ms, 1234), missed_by_trouble("crashed: by signal 11")},
                         {answer(g3), {}},
                         {{}, {}}};

    [[nodiscard]] SuiteReport report() const {
        return {suite, answers, {"new", "old"}, {"new", "old"}, {}, 1, false};
    }
};

TEST(SuiteText, TableHasThePlayersSideBySide) {
    const Example example;
    EXPECT_EQ(suite_table(example.report(), {}),
              (Lines{"position  new                          old",
                     "x.1       + e4        0.012 s   1.23k  ! crashed", "x.2       - g3"}));
    Style style;
    style.unicode = true;
    EXPECT_EQ(suite_table(example.report(), style)[2], "x.2       ✗ g3");
}

TEST(SuiteText, TableShowsPoints) {
    Example example;
    example.suite.positions[1] = wanted("bm e4; c0 \"e4=10, g3=4\"; id \"x.2\";");
    example.answers[1][0]->points = 4;
    const Lines lines = suite_table(example.report(), {});
    EXPECT_EQ(lines[1], "x.1       + e4             0.012 s   1.23k  ! crashed");
    EXPECT_EQ(lines[2], "x.2       - g3         4");
    EXPECT_NE(suite_totals(example.report())[1].find("4 of 10"), std::string::npos);
    EXPECT_NE(suite_misses(example.report())[1].find("played g3 for 4 points, +0.35, depth 10"),
              std::string::npos);
}

TEST(SuiteText, TotalsAndMisses) {
    const Example example;
    EXPECT_EQ(suite_totals(example.report()),
              (Lines{"player  solved   share  time to solve     mean  nodes to solve  depth  "
                     "nodes/s  troubles",
                     "new     1 of 2  50.0 %        0.012 s  0.012 s           1.23k   10.0  "
                     "   500k         0",
                     "old     0 of 1   0.0 %        0.000 s        -               -      -  "
                     "      -         1"}));
    EXPECT_EQ(suite_misses(example.report()),
              (Lines{"missed by new: 1", "  x.2       am g3  played g3, +0.35, depth 10",
                     "missed by old: 1", "  x.1       bm e4  crashed: by signal 11"}));
}

TEST(SuiteText, Progress) {
    const Example example;
    SuiteProgress now;
    now.wanted = 6;
    now.done = 3;
    now.sums = example.report().sums();
    now.live = {{2, 1, Thought{run_e4, EngineScore{EngineScore::Kind::Mate, 4}, 12, 1, 1ms}},
                {1, 0, std::nullopt}};
    now.seconds = 30;
    const SuiteTitle title{"x.epd: new, old", {"new", "old"}, example.suite.positions};
    EXPECT_EQ(
        suite_block(now, title, {}, 200),
        (Lines{"x.epd: new, old", "[###############...............] 3 of 6 answers, 30 s left",
               "new  1 of 2 solved (50.0 %)", "old  0 of 1 solved (0.0 %), troubles 1",
               "    old  depth 12  e4  #4", "  x.2  new"}));
    for (const std::string& line : suite_block(now, title, {}, 12)) EXPECT_LE(line.size(), 12u);
    EXPECT_EQ(suite_standing_line(now, title), "3 of 6 answers: new 1 of 2, old 0 of 1, 30 s left");
    EXPECT_EQ(suite_trouble_line({0, 1, "crashed"}, title), "x.1: old: crashed");
}

TEST(SuiteReport, JsonHasEverything) {
    Suite suite;
    suite.name = "x.epd";
    suite.positions = {wanted("dm 2; bm e4; am a3; id \"one\"; c0 \"e4=10, d4=6\";"),
                       wanted("bm d4; id \"two\";")};
    suite.skipped = {{7, "why not"}};
    SuiteAnswer right;
    right.move = run_e4;
    right.solved = true;
    right.points = 10;
    right.solution = Moment{250ms, 42, 3};
    right.score = EngineScore{EngineScore::Kind::Mate, 2};
    SuiteAnswers answers(2, std::vector<std::optional<SuiteAnswer>>(2));
    answers[0][0] = right;
    answers[0][1] = missed_by_trouble("gone");
    TimeControl limits;
    limits.depth = 5;
    const auto json = Json::parse(
        json_report({suite, answers, {"a", "b"}, {"a,Hash=1", "b"}, limits, 2.5, false}));
    EXPECT_EQ(json["suite"], "x.epd");
    EXPECT_EQ(json["complete"], false);
    EXPECT_EQ(json["limits"], Json({{"depth", 5}}));
    EXPECT_EQ(json["players"][0]["spec"], "a,Hash=1");
    EXPECT_EQ(json["players"][0]["solved"], 1);
    EXPECT_EQ(json["players"][0]["points"], 10);
    EXPECT_EQ(json["players"][0]["mean_seconds_to_solution"], 0.25);
    EXPECT_EQ(json["players"][1]["troubles"], 1);
    EXPECT_EQ(json["players"][1]["nodes_to_solution"], nullptr);
    const auto& one = json["positions"][0];
    EXPECT_EQ(one["id"], "one");
    EXPECT_EQ(one["best"], Json({"e4"}));
    EXPECT_EQ(one["avoid"], Json({"a3"}));
    EXPECT_EQ(one["mate"], 2);
    EXPECT_EQ(one["points"], Json({{"d4", 6}, {"e4", 10}}));
    EXPECT_EQ(one["answers"]["a"]["move"], "e4");
    EXPECT_EQ(one["answers"]["a"]["score"], Json({{"mate", 2}}));
    EXPECT_EQ(one["answers"]["a"]["solution"],
              Json({{"depth", 3}, {"nodes", 42}, {"seconds", 0.25}}));
    EXPECT_EQ(one["answers"]["b"]["trouble"], "gone");
    EXPECT_EQ(json["positions"][1]["answers"], Json::object());
    EXPECT_EQ(json["skipped"][0]["line"], 7);
}

}  // namespace
}  // namespace rookery::arena
