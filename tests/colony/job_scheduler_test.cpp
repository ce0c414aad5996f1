// Who holds a job and what counts, without any messages.
#include "colony/jobs/job_scheduler.h"

#include "arena/store/move_blob.h"

#include "job_helpers.h"

namespace rookery::colony {
namespace {

using namespace std::chrono_literals;
using Answer = JobAnswer::Kind;
using Event = JobEvent::Kind;

constexpr JobScheduler::Instant start{std::chrono::hours(1)};

class JobSchedulerTest : public testing::Test {
  protected:
    [[nodiscard]] JobScheduler scheduler(double check_share = 0,
                                         const std::filesystem::path& path = {}) const {
        return {{.run_name = "m1", .bench = 42, .check_share = check_share, .seed = 1},
                must(JobTable::open(path, "m1"))};
    }
    // Puts everything into a queue that only counts.
    void publish(JobScheduler& on, JobScheduler::Instant now = start) {
        for (const Job& job : on.unpublished()) {
            last[job.id] = job;
            on.published(job.id, job.ticket, ++number, now);
        }
    }
    std::optional<Answer> say(JobScheduler& to, const std::string& worker, const std::string& id,
                              JobReport::Kind kind, TaskResults results = {},
                              JobScheduler::Instant now = start, bool is_trusted = true) {
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
        << "he holds nothing";
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Began, {}, start, false), Answer::Pass)
        << "not trusted";
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Began), Answer::Go);
    EXPECT_EQ(say(jobs, "b", "m1-p1", JobReport::Kind::Began), Answer::Drop);
    EXPECT_EQ(say(jobs, "b", "m1-p1", JobReport::Kind::Done, truth), Answer::Drop);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Playing), std::nullopt);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Done, truth), Answer::Received);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Done, truth), Answer::Received)
        << "once more, in vain";
    EXPECT_EQ(say(jobs, "b", "m1-p1", JobReport::Kind::Began), Answer::Drop);
    EXPECT_EQ(news(jobs), (News{{Event::Begun, "m1-p1"}, {Event::Finished, "m1-p1"}}));
    EXPECT_TRUE(jobs.is_settled());
    EXPECT_EQ(jobs.handle_report("a", "m1-p2", {JobReport::Kind::Began, new_ticket()}, start, true),
              Answer::Drop)
        << "there is none";
    EXPECT_EQ(jobs.problem(), std::nullopt);
}

TEST_F(JobSchedulerTest, SilentOrGoneWorkerLosesJobAndTicket) {
    JobScheduler jobs = scheduler();
    jobs.add("p1", task);
    publish(jobs);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Began), Answer::Go);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Playing, {}, start + 4s), std::nullopt);
    jobs.release_silent(start + 8s);
    EXPECT_TRUE(jobs.unpublished().empty()) << "heard four seconds ago";
    jobs.release_silent(start + 10s);
    ASSERT_EQ(jobs.unpublished().size(), 1u);
    EXPECT_EQ(jobs.take_obsolete(), std::vector<std::uint64_t>{1});
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Done, truth, start + 10s), Answer::Drop)
        << "too late";
    publish(jobs, start + 10s);
    EXPECT_EQ(say(jobs, "b", "m1-p1", JobReport::Kind::Began, {}, start + 10s), Answer::Go);
    jobs.worker_gone("a");
    EXPECT_TRUE(jobs.unpublished().empty()) << "it is another's";
    jobs.worker_gone("b");
    EXPECT_EQ(jobs.unpublished().size(), 1u);
    EXPECT_EQ(jobs.take_dismissed().size(), 2u) << "both are told";
}

TEST_F(JobSchedulerTest, SilenceWithoutConnectionIsExcused) {
    JobScheduler jobs = scheduler();
    jobs.add("p1", task);
    publish(jobs);
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Began), Answer::Go);
    jobs.restart_silence(start + 60s);
    jobs.release_silent(start + 62s);
    EXPECT_TRUE(jobs.unpublished().empty());
    EXPECT_EQ(say(jobs, "a", "m1-p1", JobReport::Kind::Done, truth, start + 62s), Answer::Received);
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
    EXPECT_TRUE(jobs.waiting_since(start - 1s).empty());
    ASSERT_EQ(jobs.waiting_since(start).size(), 1u);
    jobs.checked_in_queue("m1-p1", true, start + 10s);
    EXPECT_TRUE(jobs.unpublished().empty());
    EXPECT_TRUE(jobs.waiting_since(start + 9s).empty()) << "looked for only now and then";
    jobs.checked_in_queue("m1-p1", false, start + 20s);
    EXPECT_EQ(jobs.unpublished().size(), 1u);
    publish(jobs, start + 20s);
    jobs.checked_in_queue("m1-p1", true, start + 100s);
    EXPECT_EQ(jobs.unpublished().size(), 1u) << "somebody may sit on it";
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
                                 {JobReport::Kind::Done, last["m1-p1"].ticket, results}, start + 1s,
                                 true, 1'000'000),
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
    EXPECT_EQ(jobs.take_obsolete(), std::vector<std::uint64_t>{3}) << "p3 is nobody's now";
    jobs.add("p1", task);
    EXPECT_EQ(news(jobs), (News{{Event::Finished, "m1-p1"}})) << "not kept, so it is told again";
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

}  // namespace
}  // namespace rookery::colony
