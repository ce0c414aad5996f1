// Matches whose games are jobs, over a real server.
#include "colony/jobs/job_executor.h"

#include "arena/match/match_session.h"
#include "job_helpers.h"
#include "tune/game_tuner.h"
#include "tune/sequential.h"
#include "tune/spsa.h"
#include "tune/trial_run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rookery::colony {
namespace {

// A match that is asked for like any other.
class JobsMatch : public JobsLive {
  protected:
    [[nodiscard]] arena::MatchPlan plan(std::size_t games) const {
        arena::MatchPlan made;
        made.schedule = arena::match_schedule(games);
        made.players = {"engine", "dice"};
        for (std::size_t i = 0; i < 2; ++i) {
            arena::SearcherSpec spec =
                spec_of(i == 0 ? test_player("pvs") : test_player("random", 7));
            spec.name = made.players[i];
            made.runner.contestants.push_back(
                {[spec]() -> Result<std::unique_ptr<arena::Player>, std::string> {
                     return std::unique_ptr<arena::Player>(
                         std::make_unique<arena::SearcherPlayer>(spec, test_searchers));
                 },
                 {.nodes = 300},
                 made.players[i]});
        }
        made.runner.opening = [](std::size_t slot) -> Result<arena::Opening, std::string> {
            return arena::random_opening(5, slot);
        };
        made.runner.opening_index = [](std::size_t slot) -> std::optional<std::size_t> {
            return slot + 100;
        };
        made.runner.game.adjudication = test_pair(0).adjudication;
        return made;
    }
    [[nodiscard]] static arena::MatchSetup setup() {
        return {"test",
                arena::MatchKind::Match,
                "{}",
                1,
                {{"engine", "pvs", "{}"}, {"dice", "random", "{}"}}};
    }
    [[nodiscard]] arena::Store store(const char* name) const {
        auto opened = arena::Store::open(colony.base / name);
        if (!opened) throw std::runtime_error(opened.error().what);
        return std::move(*opened);
    }
    [[nodiscard]] arena::MatchConclusion
    play_remotely(arena::Store& in, arena::MatchId id, arena::MatchPlan wanted,
                  const std::vector<arena::GameSummary>& before = {},
                  const std::stop_token& stop = {}) const {
        wanted.runner.make_executor = [this] {
            return arena::MakeMatchExecutor::result_type(
                match_executor(source(), {{test_player("pvs"), test_player("random", 7)}}));
        };
        arena::MatchSession session(in, id, std::move(wanted), before);
        return session.run(stop);
    }
    // Every game of the one is in the other, move by move.
    void expect_same(const arena::Store& one, const arena::Store& other, std::size_t games) const {
        for (std::size_t i = 0; i < games; ++i) {
            const auto here = one.load_game(1, i), there = other.load_game(1, i);
            ASSERT_TRUE(here.ok() && there.ok()) << i;
            EXPECT_EQ(arena::difference_between(here->record, there->record), std::nullopt) << i;
            EXPECT_EQ(here->place, there->place);
            EXPECT_EQ(here->record.players[Color::White], there->record.players[Color::White]);
            EXPECT_EQ(here->record.opening, there->record.opening);
            EXPECT_EQ(here->record.opening_plies, there->record.opening_plies);
            EXPECT_EQ(here->record.reason, there->record.reason);
            EXPECT_EQ(here->record.controls[Color::White], there->record.controls[Color::White]);
        }
    }
};

TEST_F(JobsMatch, IsTheSameMatchAsOnThreadsHere) {
    open_dispatcher(0.3);
    arena::Store there = store("there.db"), here = store("here.db");
    const TestRunner a(invitations["a"]), b(invitations["b"]);
    EXPECT_EQ(play_remotely(there, *there.create_match(setup()), plan(12)).end,
              arena::MatchEnd::Complete);
    arena::MatchSession local(here, *here.create_match(setup()), plan(12));
    EXPECT_EQ(local.run({}).end, arena::MatchEnd::Complete);
    expect_same(here, there, 12);
    EXPECT_EQ(there.find_match(1)->state, arena::MatchState::Finished);
}

TEST_F(JobsMatch, GoesOnWhereItWasStopped) {
    const auto table = colony.base / "jobs.db";
    open_dispatcher(0, table);
    arena::Store there = store("there.db"), here = store("here.db");
    const TestRunner a(invitations["a"]);
    std::stop_source stop;
    arena::MatchPlan first = plan(16);
    first.runner.opening = [&stop, inner = first.runner.opening](std::size_t slot) {
        if (slot == 7) stop.request_stop();
        return inner(slot);
    };
    EXPECT_EQ(
        play_remotely(there, *there.create_match(setup()), std::move(first), {}, stop.get_token())
            .end,
        arena::MatchEnd::Interrupted);
    there.release_match(1);
    dispatcher.reset();
    open_dispatcher(0, table);
    const auto progress = there.resume_match(1);
    ASSERT_TRUE(progress.ok());
    EXPECT_LT(progress->finished.size(), 16u);
    EXPECT_EQ(play_remotely(there, 1, plan(16), progress->finished).end, arena::MatchEnd::Complete);
    arena::MatchSession local(here, *here.create_match(setup()), plan(16));
    EXPECT_EQ(local.run({}).end, arena::MatchEnd::Complete);
    expect_same(here, there, 16);
}

TEST_F(JobsMatch, ATestEndsItWithWholePairs) {
    open_dispatcher();
    arena::Store there = store("there.db");
    const TestRunner a(invitations["a"]), b(invitations["b"]);
    arena::MatchPlan wanted = plan(10'000);
    wanted.sprt = arena::SprtSettings{.elo0 = 0, .elo1 = 100};
    EXPECT_EQ(play_remotely(there, *there.create_match(setup()), std::move(wanted)).end,
              arena::MatchEnd::Decided);
    const auto games = there.summaries(1);
    EXPECT_LT(games->size(), 1000u);
    EXPECT_EQ(games->size() % 2, 0u);
}

TEST_F(JobsMatch, FalseGamesAreWithdrawnAndPlayedAgain) {
    open_dispatcher(1.0);
    arena::Store there = store("there.db"), here = store("here.db");
    const arena::MatchId id = *there.create_match(setup());
    std::optional<TestRunner> a, b;
    std::jthread lies([&] {
        FalseWorker liar(invitations["liar"]);
        for (int i = 0; i < 2; ++i) {
            const Job job = liar.take();
            EXPECT_EQ(liar.begin(job), JobAnswer::Kind::Go);
            EXPECT_EQ(liar.deliver(job, played_falsely(job)), JobAnswer::Kind::Received);
            liar.settle();
        }
        a.emplace(invitations["a"]);
        b.emplace(invitations["b"]);
    });
    EXPECT_EQ(play_remotely(there, id, plan(6)).end, arena::MatchEnd::Complete);
    lies.join();
    arena::MatchSession local(here, *here.create_match(setup()), plan(6));
    EXPECT_EQ(local.run({}).end, arena::MatchEnd::Complete);
    expect_same(here, there, 6);
    EXPECT_FALSE(suspicion_of("liar").empty());
}

using Maker = tune::TrialRun::TunerMaker;

// What the queen is worth; and who has less than that plays any moves, so that it is clear who
// wins.
std::vector<tune::TunedParameter> queen() { return {{"material.queen", 200, 200, 0, 1400}}; }
constexpr int worth_thinking = 300;

// Its proposals follow from the results of the two pairs before.
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
        spec.evaluator = "classical";
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
    [[nodiscard]] Tuned tuned_remotely(const Maker& make, const std::string& before = {},
                                       const std::stop_token& stop = {},
                                       std::optional<tune::TrialGames> games = {}) {
        const auto tuner = make();
        tune::TrialQueue queue(*tuner);
        EXPECT_EQ(queue.repeat(before), std::nullopt);
        tune::TrialRun run(queue, games ? std::move(*games) : queen_games(), test_searchers);
        const auto executor = trial_executor(source(), run.games());
        EXPECT_EQ(run.play(*executor, stop, make,
                           [this](std::uint64_t trial) { gone_back.push_back(trial); }),
                  std::nullopt);
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

TEST_F(JobsTrials, IsTheSameTuningAsOnThreadsHere) {
    const TestRunner a(invitations["a"]), b(invitations["b"]);
    for (const Maker& make : {Maker(sequential), Maker(spsa)}) {
        open_dispatcher(0.3);
        const Tuned here = tuned_here(make), there = tuned_remotely(make);
        EXPECT_EQ(there.results, here.results);
        EXPECT_EQ(there.values, here.values);
        EXPECT_NE(here.values, make()->values()) << "nothing was tuned";
        dispatcher.reset();
    }
    EXPECT_TRUE(gone_back.empty());
}

TEST_F(JobsTrials, FalseResultsAreUnlearned) {
    open_dispatcher(1.0);
    const Tuned here = tuned_here(sequential);
    ASSERT_EQ(here.results.substr(0, 4), "WWWW") << "the false worker reports the opposite";
    std::optional<TestRunner> a, b;
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
    const Tuned there = tuned_remotely(sequential);
    lies.join();
    EXPECT_EQ(proposed, "random")
        << "after the false results it proposes less, after the true ones more";
    EXPECT_EQ(there.results, here.results);
    EXPECT_EQ(there.values, here.values);
    ASSERT_FALSE(gone_back.empty());
    EXPECT_EQ(gone_back.front(), 1u);
    EXPECT_FALSE(suspicion_of("liar").empty());
    EXPECT_EQ(suspicion_of("a") + suspicion_of("b"), "");
}

TEST_F(JobsTrials, ResultsBeforeAResumptionCanBeWithdrawn) {
    const auto table = colony.base / "jobs.db";
    const Tuned here = tuned_here(sequential);
    open_dispatcher(0, table);
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
        before = tuned_remotely(sequential, {}, stop.get_token(), std::move(games));
    }
    ASSERT_EQ(before.results.size(), 4u);
    ASSERT_NE(before.results, here.results.substr(0, 4));
    dispatcher.reset();
    open_dispatcher(0, table);
    std::optional<TestRunner> a;
    std::jthread lies([&] {
        {
            FalseWorker liar(invitations["liar"]);
            const Job job = liar.take();
            ASSERT_EQ(liar.begin(job), JobAnswer::Kind::Go);
            ASSERT_EQ(liar.deliver(job, {"nonsense", "too"}), JobAnswer::Kind::Drop);
        }
        a.emplace(invitations["a"]);
    });
    const Tuned there = tuned_remotely(sequential, before.results);
    lies.join();
    EXPECT_EQ(there.results, here.results);
    EXPECT_EQ(there.values, here.values);
    EXPECT_EQ(gone_back, std::vector<std::uint64_t>{1});
}

TEST_F(JobsTrials, ReportsProblems) {
    open_dispatcher();
    const TestRunner a(invitations["a"]);
    tune::StraightMatch match({200}, {400}, 4);
    tune::TrialQueue queue(match);
    tune::TrialGames games = queen_games();
    games.opening = [](std::size_t) -> Result<arena::Opening, std::string> {
        return failure(std::string("line 4 is no position"));
    };
    const auto executor = trial_executor(source(), games);
    EXPECT_EQ(tune::TrialRun(queue, games, test_searchers).play(*executor, {}, sequential),
              "line 4 is no position");
}

TEST(PairOfTrial, RefusesWhatAJobCannotCarry) {
    struct Wanted {
        arena::SearcherSpec one = spec_of(test_player("pvs"));
        arena::TimeControl control{.nodes = 100};
    };
    const auto pair_with = [](const Wanted& wanted) {
        tune::TrialGames games = queen_games();
        games.player = [&](const tune::Choice&) { return wanted.one; };
        games.control = wanted.control;
        return pair_of(games, {3, {300}, {300}});
    };
    const PairTask task = must(pair_with({}));
    EXPECT_EQ(task.games, (std::vector<PairTask::Game>{{5, 0}, {6, 1}}));
    const auto error_with = [&](const auto& change) {
        Wanted other;
        change(other);
        const auto made = pair_with(other);
        return made ? std::string() : made.error();
    };
    EXPECT_NE(error_with([](auto& one) {
                  one.control = *arena::parse_time_control("3+0.03");
              }).find("wall clock"),
              std::string::npos);
    EXPECT_NE(error_with([](auto& one) { one.one.weights = "own.h"; }).find("file of weights"),
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
