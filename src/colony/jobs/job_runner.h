// Does jobs on a worker: as many at a time as it has threads, one game on each thread.
//
// A job is taken from the queue, begun when the coordinator agrees, and acknowledged when the
// coordinator has the results. While the runner is closed, as during a search, there are no jobs:
// those at hand are given back at once.
//
// Games by the wall clock are taken only if the worker watches whether the machine is otherwise
// idle, and reports that every second (note_idle()). They count if the machine was idle from before
// their beginning until after their end; the results wait for that.
#pragma once

#include "base/random.h"
#include "colony/bus.h"
#include "colony/jobs/job.h"
#include "colony/jobs/job_queue.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace rookery::colony {

struct JobRunnerSettings {
    std::uint64_t bench = 0;
    SearcherTable searchers;  // the players that jobs may name
    std::size_t seats = 1;
    std::optional<std::uint64_t> nodes_per_second{};  // of all seats, no faster than that
    std::uint64_t timed_speed = 0;  // of one thread; 0: no games by the wall clock
    std::function<void(const std::string& words, const std::string& job)> say{};
};

class JobRunner {
  public:
    // Closed at first. The bus must outlive it. The error is that of a subscription.
    [[nodiscard]] static Result<std::unique_ptr<JobRunner>, std::string>
    begin(Bus& bus, JobRunnerSettings settings);
    // Gives everything back.
    ~JobRunner();

    void open();
    // Returns when no game is played any more.
    void close();
    // Takes no more jobs; those at hand are finished.
    void finish();

    // The machine has been idle but for us since the last call. If the calls stop for some seconds,
    // the whole process was stopped, and so were the games.
    void note_idle();

    // The ids of the jobs at hand.
    [[nodiscard]] std::vector<std::string> jobs() const;

  private:
    using Clock = std::chrono::steady_clock;

    // A job that a seat holds.
    struct Hold {
        Job job;
        JobQueue::Taken taken;
        std::stop_source stop{};
        std::optional<JobAnswer::Kind> answer{};
        bool is_playing = false;
    };

    JobRunner(Bus& bus, JobRunnerSettings settings);

    void run_seat(const std::stop_token& stop);
    [[nodiscard]] bool wait_until_open(const std::stop_token& stop);
    [[nodiscard]] std::optional<JobQueue::Taken> take();
    [[nodiscard]] std::optional<JobQueue::Taken> take_from(const QueueName& queue);

    void work(JobQueue::Taken taken, const std::stop_token& stop);
    void work_on(Hold& hold);
    [[nodiscard]] bool may_begin(Hold& hold);
    void pass(Hold& hold);
    void play(Hold& hold);
    [[nodiscard]] bool stays_idle(Hold& hold);
    void deliver(Hold& hold, std::vector<std::string> results);
    // Repeats the report every second until there is an answer, the timeout ends, or the job is to
    // be given back.
    [[nodiscard]] std::optional<JobAnswer::Kind> ask(Hold& hold, const JobReport& report,
                                                     std::chrono::seconds timeout);
    void report(const Hold& hold, const JobReport& report);
    void on_answer(const BusMessage& message);
    void keep_jobs(const std::stop_token& stop);
    void say(const std::string& words, const std::string& job = {}) const {
        if (settings_.say) settings_.say(words, job);
    }

    Bus& bus_;
    const JobRunnerSettings settings_;
    JobQueue queue_;

    mutable std::mutex mutex_;  // guards what follows
    std::condition_variable_any changed_;
    Random random_{std::random_device()()};
    std::set<std::string> passed_;  // tickets of jobs for other workers
    bool is_open_ = false;
    std::set<Hold*> holds_;
    Clock::time_point next_take_{};  // for all seats: one seat finds out that there is nothing
    Clock::time_point last_idle_{};  // the last note_idle()
    std::map<QueueName, Clock::time_point> missing_until_;  // queues that were not there

    std::vector<Bus::Subscription> subscriptions_;
    std::vector<std::jthread> threads_;  // the last member: they use the others
};

}  // namespace rookery::colony
