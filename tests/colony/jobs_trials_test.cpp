// Tunings whose games are jobs, over a real server.
#include "colony/jobs/remote_games.h"

#include "tune/game_tuner.h"
#include "tune/sequential.h"
#include "tune/spsa.h"
#include "tune/trial_run.h"

#include "jobs_fixture.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

using Maker = tune::TrialRun::TunerMaker;

// What the queen is worth; and who has less than that plays any moves, so that it is clear who
// wins.
std::vector<tune::TunedParameter> queen() { return {{"material.queen", 200, 200, 0, 1400}}; }
constexpr int worth_thinking = 300;

// Whatever it proposes follows from the results of the two pairs before.
std::unique_ptr<tune::GameTuner> sequential() {
    return std::make_unique<tune::Sequential>(queen(), tune::SequentialSettings{4, 2, 8});
}
std::unique_ptr<tune::GameTuner> spsa() {
    return std::make_unique<tune::Spsa>(queen(), tune::SpsaSettings{40, 0.3, 1});
}

tune::TrialGames queen_games() {
    tune::TrialGames games;
    games.player = [](const tune::Choice& choice) {
        if (choice[0] < worth_thinking) return spec_of(test_player("random", 7));
        arena::SearcherSpec spec = spec_of(test_player("pvs"));
        spec.variant.weights.emplace_back("material.queen", std::to_string(choice[0]));
        return spec;
    };
    games.control.nodes = 200;
    games.adjudication = test_pair(0).adjudication;
    games.opening = [](std::size_t trial) -> Result<arena::Opening, std::string> {
        return arena::random_opening(3, trial);
    };
    games.threads = 2;
    return games;
}

struct Tuned {
    std::string results;
    tune::Values values;
};

Tuned tuned_here(const Maker& make) {
    const auto tuner = make();
    tune::TrialQueue queue(*tuner);
    EXPECT_EQ(tune::TrialRun(queue, queen_games(), test_searchers).play({}), std::nullopt);
    return {queue.results(), tuner->values()};
}

// Legal games, but those of the other player: only playing again can tell.
TaskResults played_with_players_swapped(const Job& job) {
    PairTask task = std::get<PairTask>(job.task);
    std::swap(task.players[0], task.players[1]);
    return played_here(task);
}

class JobsTrials : public JobsLive {
  protected:
    struct Away final : tune::TrialExecutor {
        explicit Away(JobsTrials& other) : test(other) {}
        std::optional<std::string> play(const std::string&, tune::TrialSource& source) override {
            return RemoteTrials(
                       *test.board, [] { return std::size_t{2}; },
                       [this](std::uint64_t trial) { test.gone_back.push_back(trial); })
                .play(source);
        }
        JobsTrials& test;
    };

    [[nodiscard]] Tuned tuned_away(const Maker& make, const std::string& before = {},
                                   const std::stop_token& stop = {},
                                   std::optional<tune::TrialGames> games = {}) {
        const auto tuner = make();
        tune::TrialQueue queue(*tuner);
        EXPECT_EQ(queue.repeat(before), std::nullopt);
        tune::TrialRun run(queue, games ? std::move(*games) : queen_games(), test_searchers);
        Away away(*this);
        EXPECT_EQ(run.play(away, "stage", make, stop), std::nullopt);
        return {queue.results(), queue.tuner().values()};
    }
    void lie(FalseWorker& liar) {
        const Job job = liar.take();
        ASSERT_EQ(liar.begin(job), JobAnswer::Kind::Go);
        ASSERT_EQ(liar.deliver(job, played_with_players_swapped(job)), JobAnswer::Kind::Received);
        liar.settle();
    }
    // Those that are not to confirm another.
    static Job take_trial(FalseWorker& worker) {
        for (;;)
            if (Job job = worker.take(); !job.id.ends_with("-c") || testing::Test::HasFailure())
                return job;
    }

    std::vector<std::uint64_t> gone_back;
};

TEST_F(JobsTrials, IsTheTuningThatWouldHaveBeenPlayedHere) {
    const TestDesk a(invitations["a"]), b(invitations["b"]);
    for (const Maker& make : {Maker(sequential), Maker(spsa)}) {
        open_board(0.3);
        const Tuned here = tuned_here(make), there = tuned_away(make);
        EXPECT_EQ(there.results, here.results);
        EXPECT_EQ(there.values, here.values);
        EXPECT_NE(here.values, make()->values()) << "nothing was tuned";
        board.reset();
    }
    EXPECT_TRUE(gone_back.empty());
}

TEST_F(JobsTrials, WhatALiarPlayedIsUnlearned) {
    open_board(1.0);
    const Tuned here = tuned_here(sequential);
    ASSERT_EQ(here.results.substr(0, 4), "WWWW") << "the contrary of which is told";
    std::optional<TestDesk> a, b;
    std::string proposed;
    std::jthread lies([&] {
        {
            FalseWorker liar(invitations["liar"]);
            lie(liar);
            lie(liar);
            // The tuner goes on from there.
            const Job next = take_trial(liar);
            proposed = std::get<PairTask>(next.task).players[0].searcher;
        }
        a.emplace(invitations["a"]);
        b.emplace(invitations["b"]);
    });
    const Tuned there = tuned_away(sequential);
    lies.join();
    EXPECT_EQ(proposed, "random") << "after the lies it tries less, where the truth leads to more";
    EXPECT_EQ(there.results, here.results);
    EXPECT_EQ(there.values, here.values);
    ASSERT_FALSE(gone_back.empty());
    EXPECT_EQ(gone_back.front(), 1u);
    EXPECT_FALSE(suspicion_of("liar").empty());
    EXPECT_EQ(suspicion_of("a") + suspicion_of("b"), "");
}

TEST_F(JobsTrials, WhoIsCaughtLaterLosesWhatWasLearnedBefore) {
    const auto table = colony.base / "jobs.db";
    const Tuned here = tuned_here(sequential);
    open_board(0, table);
    Tuned before;
    {
        FalseWorker liar(invitations["liar"]);
        std::stop_source stop;
        tune::TrialGames games = queen_games();
        games.opening = [&stop, inner = games.opening](std::size_t trial) {
            // Both pairs of the first match have been learned.
            if (trial == 2) stop.request_stop();
            return inner(trial);
        };
        std::jthread lies([&] {
            lie(liar);
            lie(liar);
        });
        before = tuned_away(sequential, {}, stop.get_token(), std::move(games));
    }
    ASSERT_EQ(before.results.size(), 4u);
    ASSERT_NE(before.results, here.results.substr(0, 4));
    board.reset();
    open_board(0, table);
    std::optional<TestDesk> a;
    std::jthread lies([&] {
        {
            FalseWorker liar(invitations["liar"]);
            const Job job = liar.take();
            ASSERT_EQ(liar.begin(job), JobAnswer::Kind::Go);
            ASSERT_EQ(liar.deliver(job, {"nonsense", "too"}), JobAnswer::Kind::Drop);
        }
        a.emplace(invitations["a"]);
    });
    const Tuned there = tuned_away(sequential, before.results);
    lies.join();
    EXPECT_EQ(there.results, here.results);
    EXPECT_EQ(there.values, here.values);
    EXPECT_EQ(gone_back, std::vector<std::uint64_t>{1});
}

TEST_F(JobsTrials, WhatWentWrongIsSaid) {
    open_board();
    const TestDesk a(invitations["a"]);
    tune::StraightMatch match({200}, {400}, 4);
    tune::TrialQueue queue(match);
    tune::TrialGames games = queen_games();
    games.opening = [](std::size_t) -> Result<arena::Opening, std::string> {
        return failure(std::string("line 4 is no position"));
    };
    Away away(*this);
    EXPECT_EQ(tune::TrialRun(queue, games, test_searchers).play(away, "", sequential, {}),
              "line 4 is no position");
}

TEST(PairOfTrial, RefusesWhatAJobCannotCarry) {
    tune::TrialToPlay trial;
    trial.number = 3;
    trial.one = trial.other = spec_of(test_player("pvs"));
    trial.control.nodes = 100;
    const PairTask task = must(pair_of(trial));
    EXPECT_EQ(task.games, (std::vector<PairTask::Game>{{5, 0}, {6, 1}}));
    const auto error_with = [&](const auto& change) {
        tune::TrialToPlay other = trial;
        change(other);
        const auto made = pair_of(other);
        return made ? std::string() : made.error();
    };
    EXPECT_NE(error_with([](auto& one) {
                  one.control = *arena::parse_time_control("3+0.03");
              }).find("wall clock"),
              std::string::npos);
    EXPECT_NE(error_with([](auto& one) { one.other.weights = "own.h"; }).find("file of weights"),
              std::string::npos);
    EXPECT_NE(error_with([](auto& one) { one.one.resources.hash_mib = 4096; }).find("1024 MiB"),
              std::string::npos);
    EXPECT_NE(error_with([](auto& one) {
                  for (int i = 0; i < 1900; ++i)
                      one.one.variant.weights.emplace_back(
                          fmt::format("some.weight_of_many[{}]", i), "1234:1234");
              }).find("no room"),
              std::string::npos);
}

}  // namespace
}  // namespace rookery::colony
