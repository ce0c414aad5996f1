#include "arena/suite/suite_runner.h"

#include <gtest/gtest.h>

#include <atomic>

namespace rookery::arena {
namespace {

using namespace std::chrono_literals;

const Move right_move(Square::E2, Square::E4);
const Move wrong_move(Square::A2, Square::A3);

// The state that all scripted players of a test share.
struct SuiteScript {
    // Called for every search.
    std::function<MoveReply(const MoveRequest&)> answer;
    bool refuses_chess960 = false;
    bool cannot_start = false;
    std::atomic<int> made = 0;
    std::atomic<int> games = 0;
    std::atomic<int> searches = 0;
};

class SuitePlayer final : public Player {
  public:
    explicit SuitePlayer(SuiteScript& script) : script_(script) { ++script_.made; }

    const std::string& name() const override { return name_; }
    Result<bool, std::string> start() override {
        if (script_.cannot_start) return failure(std::string("its file is missing"));
        return true;
    }
    Result<bool, std::string> new_game(bool chess960) override {
        ++script_.games;
        if (chess960 && script_.refuses_chess960) return failure(std::string("only chess"));
        return true;
    }
    MoveReply choose(const MoveRequest& request) override {
        ++script_.searches;
        return script_.answer(request);
    }
    void stop() override {}
    bool obeys_nodes() override { return true; }
    std::optional<Duration> latency() const override { return std::nullopt; }
    std::string conversation() const override { return {}; }

  private:
    SuiteScript& script_;
    std::string name_ = "scripted";
};

PlayerMaker maker(SuiteScript& script) {
    return [&script]() -> Result<std::unique_ptr<Player>, std::string> {
        return std::unique_ptr<Player>(std::make_unique<SuitePlayer>(script));
    };
}

MoveReply plays(Move move) {
    MoveReply reply;
    reply.move = move;
    return reply;
}

std::vector<SuitePosition> positions(std::size_t count, std::string_view operations = "bm e4;") {
    const auto epd = parse_epd(
        std::string("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ").append(operations));
    return std::vector<SuitePosition>(count, *suite_position_of(*epd));
}

TEST(SuiteRunner, EveryPositionGoesToEveryPlayer) {
    SuiteScript good, bad;
    good.answer = [](const MoveRequest&) { return plays(right_move); };
    bad.answer = [](const MoveRequest&) { return plays(wrong_move); };
    const auto wanted = positions(20);
    for (const std::size_t concurrency : {1U, 4U, 50U}) {
        good.games = bad.games = good.made = 0;
        SuiteRunner runner(wanted, {{maker(good), maker(bad)}, {.depth = 3}, {}, concurrency});
        EXPECT_EQ(runner.run({}), std::nullopt);
        const SuiteProgress end = runner.progress();
        EXPECT_EQ(end.wanted, 40u);
        EXPECT_EQ(end.done, 40u);
        EXPECT_EQ(end.sums[0].solved, 20u);
        EXPECT_EQ(end.sums[1].solved, 0u);
        EXPECT_TRUE(end.live.empty());
        EXPECT_EQ(good.games, 20);
        EXPECT_EQ(bad.games, 20);
        EXPECT_LE(good.made, static_cast<int>(concurrency));
        for (const auto& answers : runner.answers()) {
            EXPECT_EQ(answers[0]->move, right_move);
            EXPECT_EQ(answers[1]->move, wrong_move);
        }
    }
}

TEST(SuiteRunner, LimitsArePassedOn) {
    SuiteScript script;
    TimeControl limits;
    limits.per_move = 50ms;
    limits.nodes = 1234;
    limits.depth = 7;
    script.answer = [&](const MoveRequest& request) {
        EXPECT_EQ(request.per_move, limits.per_move);
        EXPECT_EQ(request.nodes, limits.nodes);
        EXPECT_EQ(request.depth, limits.depth);
        EXPECT_GT(request.timeout, *limits.per_move);
        EXPECT_FALSE(request.chess960);
        EXPECT_EQ(request.game.position(), Position::start());
        return plays(right_move);
    };
    const auto wanted = positions(1);
    SuiteRunner runner(wanted, {{maker(script)}, limits, {}, 1});
    EXPECT_EQ(runner.run({}), std::nullopt);
    EXPECT_EQ(script.searches, 1);
}

TEST(SuiteRunner, ThoughtsGiveTheTimeToTheSolution) {
    SuiteScript script;
    script.answer = [](const MoveRequest& request) {
        request.on_thought({wrong_move, std::nullopt, 1, 10, 1ms});
        request.on_thought({right_move, std::nullopt, 2, 20, 2ms});
        request.on_thought({right_move, std::nullopt, 3, 30, 3ms});
        EXPECT_FALSE(request.interrupt.stop_requested());
        return plays(right_move);
    };
    const auto wanted = positions(1);
    SuiteRunner runner(wanted, {{maker(script)}, {.depth = 3}, {}, 1});
    EXPECT_EQ(runner.run({}), std::nullopt);
    EXPECT_EQ(runner.answers()[0][0]->solution, (Moment{2ms, 20, 2}));
}

TEST(SuiteRunner, StopsASearchThatHasHeldItsSolution) {
    SuiteScript script;
    std::vector<int> depths;
    script.answer = [&](const MoveRequest& request) {
        for (int depth = 1; depth <= 20 && !request.interrupt.stop_requested(); ++depth) {
            depths.push_back(depth);
            // A change of mind at depth 4 starts the count again.
            request.on_thought({depth == 4 ? wrong_move : right_move, std::nullopt, depth, 1, 1ms});
        }
        return plays(right_move);
    };
    const auto wanted = positions(2);
    SuiteRunner runner(wanted, {{maker(script)}, {.depth = 20}, 3, 1});
    EXPECT_EQ(runner.run({}), std::nullopt);
    // The second position is searched like the first: a stop belongs to one search.
    EXPECT_EQ(depths, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(runner.answers()[0][0]->solution->depth, 5);
    EXPECT_EQ(runner.progress().done, 2u);
}

TEST(SuiteRunner, APlayerInTroubleIsStartedAgain) {
    SuiteScript broken, good;
    broken.answer = [&](const MoveRequest&) {
        if (broken.searches == 2) {
            MoveReply reply;
            reply.trouble = Trouble::Crashed;
            reply.details = "ended by signal 11";
            return reply;
        }
        return plays(right_move);
    };
    good.answer = [](const MoveRequest&) { return plays(right_move); };
    const auto wanted = positions(4);
    SuiteRunner runner(wanted, {{maker(broken), maker(good)}, {.depth = 1}, {}, 1});
    EXPECT_EQ(runner.run({}), std::nullopt);
    EXPECT_EQ(broken.made, 2);
    EXPECT_EQ(good.made, 1);
    const SuiteProgress end = runner.progress();
    EXPECT_EQ(end.sums[0].solved, 3u);
    EXPECT_EQ(end.sums[0].troubles, 1u);
    EXPECT_EQ(end.sums[1].solved, 4u);
    EXPECT_EQ(runner.answers()[1][0]->trouble, "crashed: ended by signal 11");
    const auto troubles = runner.take_troubles();
    ASSERT_EQ(troubles.size(), 1u);
    EXPECT_EQ(troubles[0].position, 1u);
    EXPECT_TRUE(runner.take_troubles().empty());
}

TEST(SuiteRunner, Chess960IsAskedForWhereItIsNeeded) {
    const auto epd = parse_epd("1k6/8/8/8/8/8/8/1K4R1 w G - bm O-O;");
    const std::vector<SuitePosition> wanted{*suite_position_of(*epd)};
    SuiteScript knows, does_not;
    does_not.refuses_chess960 = true;
    knows.answer = does_not.answer = [&](const MoveRequest& request) {
        EXPECT_TRUE(request.chess960);
        return plays(wanted[0].best[0]);
    };
    SuiteRunner runner(wanted, {{maker(knows), maker(does_not)}, {.depth = 1}, {}, 1});
    EXPECT_EQ(runner.run({}), std::nullopt);
    EXPECT_TRUE(runner.answers()[0][0]->solved);
    EXPECT_FALSE(runner.answers()[0][1]->solved);
    EXPECT_EQ(runner.answers()[0][1]->trouble, "cannot begin: only chess");
    EXPECT_EQ(does_not.searches, 0);
}

TEST(SuiteRunner, APlayerThatCannotStartEndsIt) {
    SuiteScript good, dead;
    dead.cannot_start = true;
    good.answer = [](const MoveRequest&) { return plays(right_move); };
    const auto wanted = positions(5);
    SuiteRunner runner(wanted, {{maker(good), maker(dead)}, {.depth = 1}, {}, 1});
    EXPECT_EQ(runner.run({}), "its file is missing");
    EXPECT_EQ(runner.progress().done, 1u);
}

TEST(SuiteRunner, WhatIsStoppedDoesNotCount) {
    SuiteScript script;
    std::stop_source stop;
    script.answer = [&](const MoveRequest& request) {
        if (script.searches == 3) {
            stop.request_stop();
            EXPECT_TRUE(request.interrupt.stop_requested());
        }
        return plays(right_move);
    };
    const auto wanted = positions(10);
    SuiteRunner runner(wanted, {{maker(script)}, {.depth = 1}, {}, 1});
    EXPECT_EQ(runner.run(stop.get_token()), std::nullopt);
    EXPECT_EQ(runner.progress().done, 2u);
    EXPECT_EQ(script.searches, 3);
    EXPECT_FALSE(runner.answers()[2][0].has_value());
}

TEST(SuiteSums, AddUp) {
    const SuitePosition plain = positions(1).front();
    const SuitePosition graded = positions(1, "bm e4; c0 \"e4=10, d4=6\";").front();
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
    // A search that found a mate is left out of the mean depth.
    SuiteAnswer mate;
    mate.score = EngineScore{EngineScore::Kind::Mate, 1};
    mate.depth = 244;
    SuiteSums with_mate = sums;
    with_mate.add(plain, mate);
    EXPECT_EQ(with_mate.mean_depth(), sums.mean_depth());
    EXPECT_DOUBLE_EQ(*sums.nodes_per_second(), 1000);
}

}  // namespace
}  // namespace rookery::arena
