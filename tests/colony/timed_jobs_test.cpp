// Games by the wall clock over a real server: who gets them, and when they count.
#include "colony/jobs/job_executor.h"
#include "colony/live/worker.h"

#include "arena/match/match_session.h"
#include "arena/store/store.h"

#include "jobs_fixture.h"
#include "live_helpers.h"
#include "timed_helpers.h"

namespace rookery::colony {
namespace {

class JobsTimed : public JobsLive {
  protected:
    JobsTimed() {
        timed_speed = reference;
        open_dispatcher();
    }
    // Watched for others who use the machine, who are as many as the test wants.
    [[nodiscard]] WorkerSettings watched() {
        return {.build_id = {"1.0", protocol_version, bench},
                .resources = {.hash_mib = 1, .threads = 1},
                .speed = reference,
                .undisturbed_speed = reference,
                .job_searchers = test_searchers,
                .is_free = [this] { return is_free.load(); }};
    }
    void post_timed(std::uint64_t number, const char* control = "0.2+0.01") {
        dispatcher->post(std::to_string(number), timed_pair(number, control));
    }
    [[nodiscard]] bool is_finished(const char* job) {
        poll_all();
        return finished.contains(job);
    }
    [[nodiscard]] bool were_begun(int times) {
        poll_all();
        return begun >= times;
    }

    std::atomic<bool> is_free = true;
};

TEST_F(JobsTimed, WaitForAWatchedWorker) {
    const TestRunner other(invitations["b"]);
    post_timed(1);
    post(2);
    ASSERT_TRUE(comes_true([&] { return is_finished("test-2"); }));
    EXPECT_EQ(makers["test-2"], "b");
    EXPECT_EQ(begun, 1) << "nobody has touched the other";
    std::mutex alive_mutex;
    std::uint64_t said = 0;
    const auto ear = must(bus->subscribe("rk.alive.a", [&](const BusMessage& message) {
        const std::scoped_lock lock(alive_mutex);
        said = must(parse_heartbeat(message.bytes)).timed_speed;
    }));
    const TestWorker worker(invitations["a"], watched());
    ASSERT_TRUE(comes_true([&] { return is_finished("test-1"); }));
    EXPECT_EQ(makers["test-1"], "a");
    EXPECT_TRUE(records_of(timed_pair(1), finished["test-1"]).ok());
    run_loop();
    EXPECT_EQ(suspicion_of("a") + suspicion_of("b"), "");
    const std::scoped_lock lock(alive_mutex);
    EXPECT_EQ(said, reference);
}

TEST_F(JobsTimed, LimitedWorkerGetsNone) {
    WorkerSettings slow = watched();
    slow.nodes_per_second = 1'000'000;
    const TestWorker worker(invitations["a"], std::move(slow));
    post_timed(1);
    post(2);
    ASSERT_TRUE(comes_true([&] { return is_finished("test-2"); }));
    EXPECT_EQ(begun, 1);
}

TEST_F(JobsTimed, DisturbedGamesArePlayedByAnotherWorker) {
    post_timed(1, "100");
    const TestWorker disturbed(invitations["a"], watched());
    ASSERT_TRUE(comes_true([&] { return were_begun(1); }));
    is_free = false;
    WorkerSettings calm = watched();
    calm.is_free = [] { return true; };
    // It need not play such a long game to its end.
    const TestWorker other(invitations["b"], std::move(calm));
    ASSERT_TRUE(comes_true([&] { return were_begun(2); }));
    EXPECT_FALSE(is_finished("test-1"));
    EXPECT_EQ(dispatcher->state().unfinished, 1u);
}

TEST_F(JobsTimed, ResultWaitsUntilTheMachineWasIdle) {
    auto runner_bus = must(Bus::connect({.invitation = invitations["a"], .timeout = long_enough}));
    const auto runner = must(JobRunner::begin(
        *runner_bus,
        {.bench = bench, .searchers = test_searchers, .seats = 1, .timed_speed = reference}));
    PairTask quick = timed_pair(1);
    quick.players = {test_player("random", 3), test_player("random", 7)};
    dispatcher->post("1", quick);
    runner->open();
    ASSERT_TRUE(comes_true([&] { return were_begun(1); }));
    const TestRunner other(invitations["b"]);
    for (std::uint64_t number = 2; number < 8; ++number) post(number);
    ASSERT_TRUE(comes_true([&] { return is_finished("test-7"); }));
    EXPECT_FALSE(is_finished("test-1")) << "random moves take no time, yet it is not there";
    ASSERT_TRUE(comes_true([&] {
        runner->note_idle();
        return is_finished("test-1");
    }));
    EXPECT_EQ(makers["test-1"], "a");
}

TEST_F(JobsTimed, StoppedWorkerGivesThemBack) {
    auto runner_bus = must(Bus::connect({.invitation = invitations["a"], .timeout = long_enough}));
    const auto runner = must(JobRunner::begin(
        *runner_bus,
        {.bench = bench, .searchers = test_searchers, .seats = 1, .timed_speed = reference}));
    post_timed(1, "100");
    runner->note_idle();
    runner->open();
    ASSERT_TRUE(comes_true([&] { return were_begun(1); }));
    const auto since = std::chrono::steady_clock::now();
    // For four seconds nobody says that all is well.
    ASSERT_TRUE(comes_true(
        [&] { return std::chrono::steady_clock::now() - since > std::chrono::seconds(4); }));
    runner->note_idle();
    EXPECT_TRUE(comes_true([&] { return were_begun(2); }))
        << "by the same, for nobody else is there";
}

TEST_F(JobsTimed, ImpossiblyFastGamesDoNotCount) {
    FalseWorker liar(invitations["liar"]);
    post_timed(1, "60");
    const Job job = liar.take(true);
    EXPECT_EQ(liar.begin(job), JobAnswer::Kind::Go);
    EXPECT_EQ(liar.deliver(job, made_up_pair(std::get<PairTask>(job.task), 4)),
              JobAnswer::Kind::Drop);
    liar.settle();
    EXPECT_FALSE(is_finished("test-1"));
    EXPECT_EQ(dispatcher->state().unfinished, 1u) << "somebody else is to do it";
}

TEST_F(JobsTimed, UnwatchedWorkerGetsNone) {
    timed_speed = 0;
    FalseWorker liar(invitations["liar"]);
    post_timed(1);
    EXPECT_EQ(liar.begin(liar.take(true)), JobAnswer::Kind::Pass);
}

TEST_F(JobsTimed, AMatchHasTheTimesOfTheReference) {
    auto store = arena::Store::open(colony.base / "there.db");
    ASSERT_TRUE(store.ok());
    const arena::TimeControl control = *arena::parse_time_control("0.2+0.01");
    arena::MatchPlan plan;
    plan.schedule = arena::match_schedule(4);
    plan.players = {"engine", "dice"};
    // Nobody plays here.
    plan.runner.contestants = {{{}, control}, {{}, control}};
    plan.runner.opening = [](std::size_t slot) -> Result<arena::Opening, std::string> {
        return arena::random_opening(5, slot);
    };
    plan.runner.opening_index = [](std::size_t) -> std::optional<std::size_t> {
        return std::nullopt;
    };
    plan.runner.game.grace = usual_grace;
    plan.runner.make_executor = [this] {
        return arena::MakeMatchExecutor::result_type(
            match_executor(source(), {{test_player("pvs"), test_player("random", 7)}, reference}));
    };
    WorkerSettings settings = watched();
    settings.undisturbed_speed = 2 * reference;
    timed_speed = 2 * reference;
    std::optional<TestWorker> worker;
    // Somebody looks at a job first, and puts it back.
    std::jthread look([&] {
        const auto task = std::get<PairTask>(FalseWorker(invitations["liar"]).take(true).task);
        EXPECT_EQ(task.reference_speed, reference);
        EXPECT_EQ(task.grace, usual_grace);
        EXPECT_EQ(task.controls[0], control);
        worker.emplace(invitations["a"], std::move(settings));
    });
    const auto id = store->create_match({"test",
                                         arena::MatchKind::Match,
                                         "{}",
                                         1,
                                         {{"engine", "pvs", "{}"}, {"dice", "random", "{}"}}});
    arena::MatchSession session(*store, *id, std::move(plan));
    EXPECT_EQ(session.run({}).end, arena::MatchEnd::Complete);
    look.join();
    for (std::size_t i = 0; i < 4; ++i) {
        const auto game = store->load_game(*id, i);
        ASSERT_TRUE(game.ok());
        EXPECT_EQ(game->record.controls[Color::White], control);
        EXPECT_NE(game->record.result, GameResult::Open);
        for (std::size_t ply = game->record.opening_plies; ply < game->record.moves.size(); ++ply)
            EXPECT_TRUE(game->record.moves[ply].clock_left.has_value());
    }
    EXPECT_EQ(suspicion_of("a"), "");
}

}  // namespace
}  // namespace rookery::colony
