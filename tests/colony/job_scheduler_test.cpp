// Which worker holds a job and which result counts, without any messages.
#include "colony/jobs/job_scheduler.h"

#include "arena/game/game_record.h"

#include "job_helpers.h"

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;
using Answer = JobAnswer::Kind;
using Event = JobEvent::Kind;

constexpr JobScheduler::Instant start_time{std::chrono::hours(1)};

class JobSchedulerTest : public testing::Test {
  protected:
    [[nodiscard]] JobScheduler scheduler(double check_share = 0,
                                         const std::filesystem::path& path = {}) const {
        return {{.run_name = "m1", .bench = 42, .check_share = check_share, .seed = 1},
                must(JobTable::open(path, "m1"))};
    }
    // Puts everything into a queue that only counts.
    void publish(JobScheduler& on, JobScheduler::Instant now = start_time) {
        for (const Job& job : on.unpublished()) {
            last[job.id] = job;
            on.published(job.id, job.ticket, ++number, now);
        }
    }
    std::optional<Answer> say(JobScheduler& to, const std::string& worker, const std::string& id,
                              JobReport::Kind kind, TaskResults results = {},
                              JobScheduler::Instant now = start_time, bool is_trusted = true) {
        return to.handle_report(worker, id, {kind, last[id].ticket, std::move(results)}, now,
                                is_trusted);
    }
    std::vector<std::pair<Event, std::string>> news(JobScheduler& of) {
        std::vector<std::pair<Event, std::string>> list;
        while (const auto event = of.next_event())
            list.emplace_back(event->kind, event->job.empty() ? event->worker : event->job);
        return list;
    }
    using News = std::vector<std::pair<Event, std::string>>;

    std::map<std::string, Job> last;
    std::uint64_t number = 0;
    const Task task = test_pair(1);
    const TaskResults truth = played_here(task);
};

TEST_F(JobSchedulerTest, OneHolderOneResult) {
    JobScheduler jobs = scheduler();
    jobs.add("p1", task);
    EXPECT_EQ(jobs.unfinished(), 1u);
    publish(jobs);
    EXPECT_TRUE(jobs.unpublished().empty());
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Done, truth), Answer::Drop)
        << "this worker holds no job";
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Began, {}, start_time, false), Answer::Pass)
        << "not trusted";
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Began), Answer::Go);
    EXPECT_EQ(say(jobs, "b", "m1-p1", JobReport::Kind::Began), Answer::Drop);
    EXPECT_EQ(say(jobs, "b", "m1-p1", JobReport::Kind::Done, truth), Answer::Drop);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Playing), std::nullopt);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Done, truth), Answer::Received);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Done, truth), Answer::Received)
        << "the second time changes nothing";
    EXPECT_EQ(say(jobs, "b", "m1-p1", JobReport::Kind::Began), Answer::Drop);
    EXPECT_EQ(news(jobs), (News{{Event::Begun, "m1-p1"}, {Event::Finished, "m1-p1"}}));
    EXPECT_TRUE(jobs.is_settled());
    EXPECT_EQ(
        jobs.handle_report("a", "m1-p2", {JobReport::Kind::Began, new_ticket()}, start_time, true),
        Answer::Drop)
        << "there is none";
    EXPECT_EQ(jobs.problem(), std::nullopt);
}

TEST_F(JobSchedulerTest, SilentOrGoneWorkerLosesJobAndTicket) {
    JobScheduler jobs = scheduler();
    jobs.add("p1", task);
    publish(jobs);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Began), Answer::Go);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Playing, {}, start_time + 4s), std::nullopt);
    jobs.release_silent(start_time + 8s);
    EXPECT_TRUE(jobs.unpublished().empty()) << "its last report is four seconds old";
    jobs.release_silent(start_time + 10s);
    ASSERT_EQ(jobs.unpublished().size(), 1u);
    EXPECT_EQ(jobs.take_obsolete(), std::vector<std::uint64_t>{1});
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Done, truth, start_time + 10s), Answer::Drop)
        << "too late";
    publish(jobs, start_time + 10s);
    EXPECT_EQ(say(jobs, "b", "m1-p1", JobReport::Kind::Began, {}, start_time + 10s), Answer::Go);
    jobs.worker_gone("a");
    EXPECT_TRUE(jobs.unpublished().empty()) << "it is another's";
    jobs.worker_gone("b");
    EXPECT_EQ(jobs.unpublished().size(), 1u);
    EXPECT_EQ(jobs.take_dismissed().size(), 2u) << "both workers are informed";
}

TEST_F(JobSchedulerTest, SilenceWithoutConnectionIsExcused) {
    JobScheduler jobs = scheduler();
    jobs.add("p1", task);
    publish(jobs);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Began), Answer::Go);
    jobs.restart_silence(start_time + 60s);
    jobs.release_silent(start_time + 62s);
    EXPECT_TRUE(jobs.unpublished().empty());
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Done, truth, start_time + 62s),
              Answer::Received);
}

TEST_F(JobSchedulerTest, ReturnedJobKeepsItsPlaceInTheQueue) {
    JobScheduler jobs = scheduler();
    jobs.add("p1", task);
    publish(jobs);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Began), Answer::Go);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::GaveBack), std::nullopt);
    EXPECT_TRUE(jobs.unpublished().empty());
    EXPECT_EQ(say(jobs, "b", "m1-p1", JobReport::Kind::Began), Answer::Go);
}

TEST_F(JobSchedulerTest, LostJobIsPutAgain) {
    JobScheduler jobs = scheduler();
    jobs.add("p1", task);
    publish(jobs);
    EXPECT_TRUE(jobs.waiting_since(start_time - 1s).empty());
    ASSERT_EQ(jobs.waiting_since(start_time).size(), 1u);
    jobs.checked_in_queue("m1-p1", true, start_time + 10s);
    EXPECT_TRUE(jobs.unpublished().empty());
    EXPECT_TRUE(jobs.waiting_since(start_time + 9s).empty()) << "looked for only now and then";
    jobs.checked_in_queue("m1-p1", false, start_time + 20s);
    EXPECT_EQ(jobs.unpublished().size(), 1u);
    publish(jobs, start_time + 20s);
    jobs.checked_in_queue("m1-p1", true, start_time + 100s);
    EXPECT_EQ(jobs.unpublished().size(), 1u) << "a worker may have taken it without a report";
}

TEST_F(JobSchedulerTest, FailureIsRetriedAndThenReported) {
    JobScheduler jobs = scheduler();
    jobs.add("p1", task);
    for (int i = 0; i < 3; ++i) {
        publish(jobs);
        EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Began), Answer::Go);
        EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Failed), std::nullopt);
    }
    const News told = news(jobs);
    EXPECT_EQ(told.back(), (News::value_type{Event::Failed, "m1-p1"}));
    EXPECT_TRUE(jobs.is_settled());
}

TEST_F(JobSchedulerTest, ANumberOfNodesThatIsTooFastIsCaught) {
    JobScheduler jobs = scheduler();
    PairTask slow = test_pair(1);
    for (arena::TimeControl& control : slow.controls)
        control = *arena::parse_time_control("depth=1");
    jobs.add("p1", slow);
    publish(jobs);
    TaskResults results = played_here(slow);
    auto moves = must(arena::decode_moves(results[0]));
    moves.back().nodes = 1'000'000'000'000;
    results[0] = arena::encode_moves(moves);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Began), Answer::Go);
    EXPECT_EQ(jobs.handle_report("a", "m1-p1",
                                 {JobReport::Kind::Done, last["m1-p1"].ticket, results},
                                 start_time + 1s, true, 1'000'000),
              Answer::Drop);
    EXPECT_EQ(news(jobs).back(), (News::value_type{Event::Caught, "a"}));
}

TEST_F(JobSchedulerTest, ACheckIsForAnotherAndConfirms) {
    JobScheduler jobs = scheduler(1);
    jobs.add("p1", task);
    publish(jobs);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Began), Answer::Go);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Done, truth), Answer::Received);
    EXPECT_EQ(jobs.unfinished(), 0u);
    EXPECT_FALSE(jobs.is_settled());
    publish(jobs);
    jobs.mark_stored("m1-p1");
    EXPECT_EQ(say(jobs, "a", "m1-p1-c", JobReport::Kind::Began), Answer::Pass);
    EXPECT_EQ(say(jobs, "b", "m1-p1-c", JobReport::Kind::Began), Answer::Go);
    EXPECT_EQ(say(jobs, "b", "m1-p1-c", JobReport::Kind::Done, truth), Answer::Received);
    EXPECT_EQ(news(jobs).back(), (News::value_type{Event::Confirmed, "m1-p1"}));
    EXPECT_TRUE(jobs.is_settled());
    EXPECT_FALSE(jobs.take_question().has_value());
}

TEST_F(JobSchedulerTest, ConfirmedWorkerIsCheckedLess) {
    JobScheduler jobs{
        {.run_name = "m1", .bench = 42, .check_share = 1, .later_check_share = 0, .seed = 1},
        must(JobTable::open({}, "m1"))};
    const auto is_checked = [&](const std::string& worker, const std::string& name) {
        jobs.add(name, task);
        publish(jobs);
        const std::string id = "m1-" + name;
        EXPECT_EQ(say(jobs, worker, id, JobReport::Kind::Began), Answer::Go);
        EXPECT_EQ(say(jobs, worker, id, JobReport::Kind::Done, truth), Answer::Received);
        if (jobs.is_settled()) return false;
        publish(jobs);
        EXPECT_EQ(say(jobs, "z", id + "-c", JobReport::Kind::Began), Answer::Go);
        EXPECT_EQ(say(jobs, "z", id + "-c", JobReport::Kind::Done, truth), Answer::Received);
        return true;
    };
    for (const char* name : {"p1", "p2", "p3"}) EXPECT_TRUE(is_checked("a", name));
    EXPECT_FALSE(is_checked("a", "p4"));
    EXPECT_TRUE(is_checked("b", "p5")) << "another has to show it first";
}

TEST_F(JobSchedulerTest, WorkerThatDiffersFromTheReplayIsDistrusted) {
    PairTask other = test_pair(1, 250);
    const TaskResults lie = played_here(other);
    for (const bool is_first_the_liar : {true, false}) {
        JobScheduler jobs = scheduler(1);
        jobs.add("p1", task);
        publish(jobs);
        EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Began), Answer::Go);
        EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Done, is_first_the_liar ? lie : truth),
                  Answer::Received);
        publish(jobs);
        EXPECT_EQ(say(jobs, "b", "m1-p1-c", JobReport::Kind::Began), Answer::Go);
        EXPECT_EQ(say(jobs, "b", "m1-p1-c", JobReport::Kind::Done, is_first_the_liar ? truth : lie),
                  Answer::Received);
        EXPECT_FALSE(jobs.is_settled());
        const auto question = jobs.take_question();
        ASSERT_TRUE(question.has_value());
        (void)news(jobs);
        jobs.answer(question->id, truth);
        if (is_first_the_liar)
            EXPECT_EQ(news(jobs), (News{{Event::Caught, "a"}, {Event::Withdrawn, "m1-p1"}}));
        else
            EXPECT_EQ(news(jobs), (News{{Event::Confirmed, "m1-p1"}, {Event::Caught, "b"}}));
        EXPECT_EQ(jobs.unfinished(), is_first_the_liar ? 1u : 0u);
        publish(jobs);
        if (is_first_the_liar) {
            EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Began), Answer::Pass) << "not again";
        }
    }
}

TEST_F(JobSchedulerTest, FinishedJobsAreFoundAgain) {
    const TemporaryFolder folder;
    {
        JobScheduler jobs = scheduler(0, folder / "jobs");
        for (const char* name : {"p1", "p2", "p3"}) jobs.add(name, task);
        publish(jobs);
        for (const char* id : {"m1-p1", "m1-p2", "m1-p3"})
            EXPECT_EQ(say(jobs, "a", id, JobReport::Kind::Began), Answer::Go);
        for (const char* id : {"m1-p1", "m1-p2"})
            EXPECT_EQ(say(jobs, "a", id, JobReport::Kind::Done, truth), Answer::Received);
        jobs.mark_stored("m1-p2");
    }
    JobScheduler jobs = scheduler(0, folder / "jobs");
    EXPECT_EQ(jobs.take_obsolete(), std::vector<std::uint64_t>{3}) << "no worker holds p3 now";
    jobs.add("p1", task);
    EXPECT_EQ(news(jobs), (News{{Event::Finished, "m1-p1"}}))
        << "not kept, so it is reported again";
    jobs.add("p3", task);
    EXPECT_EQ(jobs.unpublished().size(), 1u);
    JobScheduler other(SchedulerSettings{.run_name = "m2", .bench = 42},
                       must(JobTable::open(folder / "jobs", "m2")));
    other.add("p1", task);
    EXPECT_EQ(other.unpublished().size(), 1u) << "another campaign's are others";
}

TEST_F(JobSchedulerTest, AnotherTaskOfTheSameNameIsNotTheSame) {
    const TemporaryFolder folder;
    {
        JobScheduler jobs = scheduler(0, folder / "jobs");
        jobs.add("p1", task);
        publish(jobs);
        EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Began), Answer::Go);
        EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Done, truth), Answer::Received);
    }
    JobScheduler jobs = scheduler(0, folder / "jobs");
    jobs.add("p1", test_pair(2));
    EXPECT_EQ(jobs.unpublished().size(), 1u);
    EXPECT_TRUE(news(jobs).empty());
}

class TimedScheduler : public testing::Test {
  protected:
    [[nodiscard]] JobScheduler scheduler(const std::filesystem::path& path = {}) const {
        return {{.run_name = "m1", .bench = 42, .check_share = 1, .seed = 1},
                must(JobTable::open(path, "m1"))};
    }
    // From the queue to its result, by that worker.
    std::optional<Answer> done_by(JobScheduler& on, const std::string& worker, std::uint64_t number,
                                  const TaskResults& results, std::uint64_t speed = reference,
                                  std::chrono::seconds after = 100s,
                                  const char* control = "0.2+0.01") {
        on.add(fmt::format("p{}", number), timed_pair(number, control));
        const std::string id = fmt::format("m1-p{}", number);
        std::string ticket;
        for (const Job& job : on.unpublished()) {
            if (job.id == id) ticket = job.ticket;
            on.published(job.id, job.ticket, ++in_queue, now);
        }
        const auto begun =
            on.handle_report(worker, id, {JobReport::Kind::Began, ticket}, now, true, 0, speed);
        if (begun != Answer::Go) return begun;
        now += after;
        return on.handle_report(worker, id, {JobReport::Kind::Done, ticket, results}, now, true, 0,
                                speed);
    }
    [[nodiscard]] static TaskResults pair_of(std::uint64_t number, std::size_t half_points) {
        return made_up_pair(timed_pair(number), half_points);
    }
    std::set<std::string> caught(JobScheduler& on) {
        std::set<std::string> workers;
        while (const auto event = on.next_event()) {
            if (event->kind == JobEvent::Kind::Caught) workers.insert(event->worker);
            if (event->kind == JobEvent::Kind::Withdrawn) ++withdrawn;
        }
        return workers;
    }

    JobScheduler::Instant now{1h};
    std::uint64_t in_queue = 0;
    int withdrawn = 0;
};

TEST_F(TimedScheduler, GoToThoseWhoMayPlayThem) {
    JobScheduler jobs = scheduler();
    EXPECT_EQ(done_by(jobs, "a", 1, pair_of(1, 2), 0), Answer::Pass)
        << "the load of its machine is not measured";
    EXPECT_EQ(done_by(jobs, "a", 2, pair_of(2, 2), reference * 20), Answer::Pass)
        << "another kind of machine";
    EXPECT_EQ(done_by(jobs, "a", 3, pair_of(3, 2)), Answer::Received);
    EXPECT_TRUE(caught(jobs).empty());
}

TEST_F(TimedScheduler, RepeatedImpossibleSpeedIsDetected) {
    JobScheduler jobs = scheduler();
    const auto results = [](std::uint64_t number) {
        return made_up_pair(timed_pair(number, "60"), 4);
    };
    const auto try_it = [&](std::uint64_t number, std::chrono::seconds after) {
        return done_by(jobs, "a", number, results(number), reference, after, "60");
    };
    EXPECT_EQ(try_it(1, 130s), Answer::Received) << "two minutes of thought";
    for (const std::uint64_t number : {2u, 3u}) {
        EXPECT_EQ(try_it(number, 2s), Answer::Drop);
        EXPECT_TRUE(caught(jobs).empty()) << "the coordinator's clock may have stood still";
        EXPECT_EQ(jobs.unfinished(), number - 1);
    }
    EXPECT_EQ(try_it(4, 2s), Answer::Drop);
    EXPECT_EQ(caught(jobs), std::set<std::string>{"a"});
    EXPECT_EQ(withdrawn, 1);
}

TEST_F(TimedScheduler, AreNeverPlayedAgain) {
    JobScheduler jobs = scheduler();
    EXPECT_EQ(done_by(jobs, "a", 1, pair_of(1, 2)), Answer::Received);
    jobs.check("m1-p1");
    EXPECT_TRUE(jobs.is_settled());
}

TEST_F(TimedScheduler, DifferentScoresAreDetectedAlsoAfterResuming) {
    const TemporaryFolder folder;
    std::uint64_t number = 0;
    {
        JobScheduler jobs = scheduler(folder / "jobs.db");
        for (std::size_t i = 0; i < 15; ++i)
            for (const auto& [worker, half_points] : {std::pair("a", std::size_t{1} + i % 3),
                                                      {"b", std::size_t{1} + i % 3},
                                                      {"liar", std::size_t{4}}}) {
                ++number;
                EXPECT_EQ(done_by(jobs, worker, number, pair_of(number, half_points)),
                          Answer::Received);
                jobs.mark_stored(fmt::format("m1-p{}", number));
            }
        EXPECT_TRUE(caught(jobs).empty()) << "too few to tell";
    }
    JobScheduler jobs = scheduler(folder / "jobs.db");
    for (std::size_t i = 0; i < 40 && !jobs.was_caught("liar"); ++i)
        for (const auto& [worker, half_points] : {std::pair("a", std::size_t{1} + i % 3),
                                                  {"b", std::size_t{1} + i % 3},
                                                  {"liar", std::size_t{4}}}) {
            if (jobs.was_caught(worker)) continue;
            ++number;
            EXPECT_EQ(done_by(jobs, worker, number, pair_of(number, half_points)),
                      Answer::Received);
        }
    EXPECT_EQ(caught(jobs), std::set<std::string>{"liar"});
    EXPECT_GE(withdrawn, 24) << "with its earlier results";
    EXPECT_LT(number, 3 * 36u) << "earlier pairs count: without them there would not be 24";
    EXPECT_FALSE(jobs.is_settled()) << "all of it is done again";
}

TEST_F(TimedScheduler, TwoDifferingWorkersAreBothDoubted) {
    JobScheduler jobs = scheduler();
    std::uint64_t number = 0;
    std::set<std::string> doubted;
    for (std::size_t i = 0; i < 80; ++i)
        for (const auto& [worker, half_points] :
             {std::pair("a", std::size_t{1} + i % 3), {"liar", std::size_t{4}}}) {
            ++number;
            EXPECT_EQ(done_by(jobs, worker, number, pair_of(number, half_points)),
                      Answer::Received);
            for (const JobScheduler::Doubt& doubt : jobs.take_doubts())
                EXPECT_TRUE(doubted.insert(doubt.worker).second);
        }
    EXPECT_TRUE(caught(jobs).empty());
    EXPECT_EQ(doubted, (std::set<std::string>{"a", "liar"}));
}

}  // namespace
}  // namespace rookery::colony
