// Jobs, and games by the wall clock, over a real server.
#include "colony/jobs/job_dispatcher.h"

#include "arena/game/game_record.h"
#include "arena/match/match_session.h"
#include "arena/store/store.h"
#include "colony/jobs/job_executor.h"
#include "colony/live/worker.h"
#include "training/game_codec.h"
#include "training/game_file.h"

#include "job_helpers.h"
#include "live_helpers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <set>

namespace rookery::colony {
namespace {

// Not a test: the program that ChildWorker starts.
TEST(JobsChild, DISABLED_WorksUntilItIsKilled) {
    const char* invitation = std::getenv(child_variable);
    if (invitation == nullptr) GTEST_SKIP() << "only in a process of its own";
    const auto read = must(read_invitation(invitation, std::chrono::system_clock::now()));
    // So slow that it is killed at its first job.
    const TestRunner runner(read.invitation, 2000);
    ::pause();
}

TEST_F(JobsLive, TwoWorkersPlayTheSameGamesAsOneProgram) {
    open_dispatcher();
    // So slow that neither does it all before the other has begun.
    const TestRunner a(invitations["a"], 20'000), b(invitations["b"], 20'000);
    for (std::uint64_t i = 0; i < 8; ++i) post(i);
    run_loop();
    expect_all_true();
    std::set<std::string> who;
    for (const auto& [id, worker] : makers) who.insert(worker);
    EXPECT_EQ(who.size(), 2u) << "both had something to do";
    EXPECT_EQ(begun, 8);
}

TEST_F(JobsLive, JobsOfAKilledWorkerAreDoneByAnotherAndCountedOnce) {
    const auto file = colony.base / "child.rookery";
    static_cast<void>(must(invite(colony.folder, {.name = "child", .file = file})));
    colony.reload();
    open_dispatcher();
    ChildWorker child(file);
    for (std::uint64_t i = 0; i < 3; ++i) post(i);
    ASSERT_TRUE(comes_true([&] {
        poll_all();
        return begun > 0;
    }));
    const TestRunner other(invitations["a"]);
    child.signal(SIGKILL);
    run_loop();
    expect_all_true();
    for (const auto& [id, maker] : makers) EXPECT_EQ(maker, "a");
}

TEST_F(JobsLive, HangingWorkerLosesItsJobs) {
    const auto file = colony.base / "child.rookery";
    static_cast<void>(must(invite(colony.folder, {.name = "child", .file = file})));
    colony.reload();
    open_dispatcher();
    ChildWorker child(file);
    post(0);
    ASSERT_TRUE(comes_true([&] {
        poll_all();
        return begun > 0;
    }));
    child.signal(SIGSTOP);
    const TestRunner other(invitations["a"]);
    run_loop();
    child.signal(SIGCONT);
    expect_all_true();
    EXPECT_EQ(makers["test-0"], "a");
}

TEST_F(JobsLive, AKilledServerCostsNothing) {
    open_dispatcher();
    // A pair takes them about a second.
    const TestRunner a(invitations["a"], 20'000), b(invitations["b"], 20'000);
    for (std::uint64_t i = 0; i < 6; ++i) post(i);
    ASSERT_TRUE(comes_true([&] {
        poll_all();
        return finished.size() >= 2;
    }));
    ASSERT_LT(finished.size(), tasks.size()) << "there is something left to do";
    const auto server = running_server(colony.folder);
    ASSERT_TRUE(server.has_value());
    ASSERT_EQ(::kill(*server, SIGKILL), 0);
    ASSERT_TRUE(comes_true([&] { return !running_server(colony.folder); }));
    colony.start();
    run_loop();
    expect_all_true();
}

TEST_F(JobsLive, ASettledQueueIsNoProofOfWork) {
    open_dispatcher();
    FalseWorker liar(invitations["liar"]);
    post(0);
    (void)liar.take();
    liar.settle();
    const TestRunner a(invitations["a"]);
    run_loop();
    expect_all_true();
}

TEST_F(JobsLive, OnlyReportsOfTheHolderWithTheTicketCount) {
    open_dispatcher();
    FalseWorker a(invitations["a"]), liar(invitations["liar"]);
    post(0);
    const Job job = a.take();
    ASSERT_EQ(a.begin(job), JobAnswer::Kind::Go);
    EXPECT_EQ(a.begin(job), JobAnswer::Kind::Go) << "said again";
    const TaskResults results = played_here(job.task);
    EXPECT_EQ(liar.begin(job), JobAnswer::Kind::Drop);
    EXPECT_EQ(liar.deliver(job, results), JobAnswer::Kind::Drop);
    Job other = job;
    other.ticket = new_ticket();
    EXPECT_EQ(a.deliver(other, results), JobAnswer::Kind::Drop);
    liar.say_text(job.id, "nonsense");
    poll_all();
    EXPECT_TRUE(finished.empty());
    EXPECT_EQ(a.deliver(job, results), JobAnswer::Kind::Received);
    EXPECT_EQ(a.deliver(job, results), JobAnswer::Kind::Received) << "said again";
    run_loop();
    expect_all_true();
    EXPECT_EQ(suspicion_of("liar"), "") << "nonsense may be another's";
}

TEST_F(JobsLive, ImpossibleResultsAreDetectedAndWithdrawn) {
    open_dispatcher();
    FalseWorker liar(invitations["liar"]);
    post(0);
    post(1);
    const Job good = liar.take();
    ASSERT_EQ(liar.begin(good), JobAnswer::Kind::Go);
    ASSERT_EQ(liar.deliver(good, played_here(good.task)), JobAnswer::Kind::Received);
    const Job bad = liar.take();
    ASSERT_EQ(liar.begin(bad), JobAnswer::Kind::Go);
    TaskResults results = played_here(bad.task);
    auto moves = must(arena::decode_moves(results[0]));
    moves.back().move = moves.front().move;
    results[0] = arena::encode_moves(moves);
    ASSERT_EQ(liar.deliver(bad, results), JobAnswer::Kind::Drop);
    EXPECT_TRUE(comes_true([&] { return !suspicion_of("liar").empty(); }));
    const TestRunner a(invitations["a"]);
    run_loop();
    expect_all_true();
    EXPECT_EQ(withdrawn, 1) << "its earlier results do not count any more";
    for (const auto& [id, maker] : makers) EXPECT_EQ(maker, "a");
}

// And is believed at first.
void play_falsely(FalseWorker& liar) {
    const Job job = liar.take();
    ASSERT_EQ(liar.begin(job), JobAnswer::Kind::Go);
    ASSERT_EQ(liar.deliver(job, played_falsely(job)), JobAnswer::Kind::Received);
    liar.settle();
}

TEST_F(JobsLive, FalseResultsAreFoundByPlayingAgain) {
    open_dispatcher(1.0);
    FalseWorker liar(invitations["liar"]);
    post(0);
    ASSERT_NO_FATAL_FAILURE(play_falsely(liar));
    const Job check = liar.take();
    EXPECT_EQ(liar.begin(check), JobAnswer::Kind::Pass)
        << "a worker cannot confirm its own results";
    const TestRunner a(invitations["a"]), b(invitations["b"]);
    run_loop();
    expect_all_true();
    EXPECT_EQ(withdrawn, 1);
    EXPECT_NE(suspicion_of("liar").find("test-0"), std::string::npos) << suspicion_of("liar");
    EXPECT_EQ(suspicion_of("a") + suspicion_of("b"), "");
}

TEST_F(JobsLive, CoordinatorChecksWithoutAnotherWorker) {
    another_there = false;
    open_dispatcher(1.0);
    FalseWorker liar(invitations["liar"]);
    post(0);
    ASSERT_NO_FATAL_FAILURE(play_falsely(liar));
    EXPECT_TRUE(comes_true([&] { return !suspicion_of("liar").empty(); }));
    const TestRunner a(invitations["a"]);
    run_loop();
    expect_all_true();
}

TEST_F(JobsLive, TheMoreUrgentComeFirst) {
    const auto dispatcher_of = [this](const char* campaign, int priority) {
        return must(JobDispatcher::open(*bus, {.run_name = campaign,
                                               .bench = bench,
                                               .priority = priority,
                                               .check_share = 0,
                                               .searchers = test_searchers}));
    };
    const auto low = dispatcher_of("low", 2), normal = dispatcher_of("normal", 1),
               high = dispatcher_of("high", 0);
    JobQueue queue(*bus);
    std::uint64_t posted = 0;
    for (JobDispatcher* one : {low.get(), normal.get(), high.get()})
        for (const std::uint64_t number : {0u, 1u}) {
            one->post(std::to_string(number), test_pair(number));
            ++posted;
            ASSERT_TRUE(comes_true([&] { return queue.has(posted).value_or(false); }));
        }
    std::mutex order_mutex;
    std::vector<std::string> order;
    const auto worker_bus =
        must(Bus::connect({.invitation = invitations["a"], .timeout = long_enough}));
    const auto runner = must(JobRunner::begin(
        *worker_bus, {.bench = bench,
                      .searchers = test_searchers,
                      .say = [&](const std::string& words, const std::string& job) {
                          const std::scoped_lock lock(order_mutex);
                          if (words == "begun") order.push_back(job);
                      }}));
    runner->open();
    for (JobDispatcher* one : {low.get(), normal.get(), high.get()}) {
        int done = 0;
        EXPECT_TRUE(comes_true([&] {
            const auto event = one->next({}, std::chrono::milliseconds(1));
            return (done += event && event->kind == JobEvent::Kind::Finished) == 2;
        }));
    }
    const std::scoped_lock lock(order_mutex);
    EXPECT_EQ(order, (std::vector<std::string>{"high-0", "high-1", "normal-0", "normal-1", "low-0",
                                               "low-1"}));
}

TEST_F(JobsLive, EnginesOfOtherVersionsGetNoneOfOurJobs) {
    open_dispatcher();
    const TestRunner other(invitations["b"], {}, bench + 1);
    const TestRunner a(invitations["a"]);
    for (std::uint64_t i = 0; i < 4; ++i) post(i);
    run_loop();
    for (const auto& [id, maker] : makers) EXPECT_EQ(maker, "a");
}

TEST_F(JobsLive, ARunIsResumed) {
    const auto table = colony.base / "jobs.db";
    open_dispatcher(0, table);
    FalseWorker a(invitations["a"]);
    post(0);
    post(1);
    const Job done = a.take();
    ASSERT_EQ(a.begin(done), JobAnswer::Kind::Go);
    ASSERT_EQ(a.deliver(done, played_here(done.task)), JobAnswer::Kind::Received);
    a.settle();
    const Job held = a.take();
    ASSERT_EQ(a.begin(held), JobAnswer::Kind::Go);
    dispatcher.reset();  // before anybody has kept anything
    open_dispatcher(0, table);
    post(0);
    post(1);
    EXPECT_EQ(a.deliver(held, played_here(held.task)), JobAnswer::Kind::Drop)
        << "it was handed out in another life";
    const TestRunner b(invitations["b"]);
    run_loop();
    expect_all_true();
    EXPECT_EQ(makers[done.id], "a") << "it was not played again";
    EXPECT_EQ(makers[held.id], "b");
}

TEST_F(JobsLive, ImpossibleJobIsReported) {
    open_dispatcher();
    PairTask task = test_pair(0);
    task.players[0].searcher = "abacus";
    dispatcher->post("0", task);
    const TestRunner a(invitations["a"]);
    run_loop();
    EXPECT_EQ(failed, 1);
}

TEST_F(JobsLive, ASearchComesFirst) {
    open_dispatcher();
    auto worker_bus = must(Bus::connect({.invitation = invitations["a"], .timeout = long_enough}));
    Worker worker(*worker_bus,
                  {.build_id = {"1.0", protocol_version, bench},
                   .resources = {.hash_mib = 1, .threads = 1},
                   .nodes_per_second = 3000,
                   .job_searchers = test_searchers},
                  make_own_pvs());
    const std::jthread thread(
        [&](const std::stop_token& stop) { EXPECT_EQ(worker.run(stop), std::nullopt); });
    std::mutex alive_mutex;
    Heartbeat last;
    const auto ear = must(bus->subscribe("rk.alive.a", [&](const BusMessage& message) {
        const std::scoped_lock lock(alive_mutex);
        last = must(parse_heartbeat(message.bytes));
    }));
    const auto says = [&](Activity activity, const std::string& what) {
        const std::scoped_lock lock(alive_mutex);
        return last.activity == activity && last.search == what;
    };
    post(0);
    ASSERT_TRUE(comes_true([&] { return says(Activity::Job, "test-0"); }));
    const Position start = Position::start();
    JoinOrder order;
    order.coordinator = "home";
    order.search = "home-1-1";
    order.fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    order.keys = {fmt::format("{:x}", start.key())};
    ASSERT_TRUE(bus->publish("rk.order.a", to_text(order)));
    ASSERT_TRUE(comes_true([&] { return says(Activity::Searching, "home-1-1"); }));
    // Given back, so that another can do it while the search goes on.
    const TestRunner b(invitations["b"]);
    run_loop();
    expect_all_true();
    EXPECT_EQ(makers["test-0"], "b");
}

TEST_F(JobsLive, GamesForTrainingAreJobsToo) {
    open_dispatcher(0.5);
    const TestRunner a(invitations["a"]), b(invitations["b"]);
    for (std::uint64_t i = 0; i < 4; ++i) {
        tasks[dispatcher->id_of(std::to_string(i))] = test_selfplay(2 * i);
        dispatcher->post(std::to_string(i), test_selfplay(2 * i));
    }
    run_loop();
    expect_all_true();
    EXPECT_EQ(suspicion_of("a") + suspicion_of("b"), "");
}

TEST_F(JobsLive, TrainingGamesAreDeliveredWhenTheirWorkerIsConfirmed) {
    open_dispatcher(0);
    const TestRunner a(invitations["a"]), b(invitations["b"]);
    const auto executor = selfplay_executor(source(), test_selfplay(0));
    const std::filesystem::path path = colony.base / "some.games";
    training::GameFileWriter file = must(training::GameFileWriter::open(path, "{}"));
    training::SelfplayRun run({}, {}, test_selfplay(0).seed);
    EXPECT_EQ(run.run(file, *executor, {.games = 20, .positions = {}}, {}), std::nullopt);
    std::vector<std::string> games;
    training::GameFileReader reader = must(training::GameFileReader::open(path));
    while (const auto block = reader.next_block())
        EXPECT_TRUE(training::for_each_game(*block, [&](const training::SelfplayGame& game) {
            games.push_back(training::encode(game));
        }));
    std::vector<std::string> here = played_here(test_selfplay(0, 20));
    std::ranges::sort(games);
    std::ranges::sort(here);
    EXPECT_EQ(games, here) << "every game once, and none but those";
}

class JobsTimed : public JobsLive {
  protected:
    JobsTimed() {
        timed_speed = reference;
        open_dispatcher();
    }
    // A worker with --idle-only; the test decides whether its machine is free.
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
    EXPECT_EQ(begun, 1) << "the other job was not begun";
    std::mutex alive_mutex;
    std::uint64_t said = 0;
    const auto ear = must(bus->subscribe("rk.alive.a", [&](const BusMessage& message) {
        const std::scoped_lock lock(alive_mutex);
        said = must(parse_heartbeat(message.bytes)).timed_speed;
    }));
    const TestWorker worker(invitations["a"], watched());
    ASSERT_TRUE(comes_true([&] { return is_finished("test-1"); }));
    EXPECT_EQ(makers["test-1"], "a");
    EXPECT_TRUE(outcomes_of(timed_pair(1), finished["test-1"]).ok());
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
    // For four seconds the machine is not reported as idle.
    ASSERT_TRUE(comes_true(
        [&] { return std::chrono::steady_clock::now() - since > std::chrono::seconds(4); }));
    runner->note_idle();
    EXPECT_TRUE(comes_true([&] { return were_begun(2); }))
        << "by the same worker, because there is no other";
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
    EXPECT_EQ(dispatcher->state().unfinished, 1u) << "another worker should do it";
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
    // This worker plays no games.
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
    // Another worker takes a job first, and puts it back.
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
