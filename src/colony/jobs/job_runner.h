// Where a worker does jobs: as many at a time as it has threads, each game on one of them.
//
// A job is taken from the queue, begun when the coordinator agrees, and acknowledged when the
// coordinator has what came out. While the runner is closed, as during a search, there are no jobs:
// those at hand are given back at once.
//
// Games by the wall clock are taken only where somebody watches whether the machine is calm, and
// says so every second. They count if it was from before their beginning until after their end:
// what came out is held back until that was said.
#pragma once

#include "base/random.h"
#include "colony/bus/bus.h"
#include "colony/bus/job_queue.h"
#include "colony/jobs/job.h"
#include "colony/jobs/job_messages.h"

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
    SearcherTable searchers;  // who may play
    std::size_t seats = 1;
    std::optional<std::uint64_t> nodes_per_second{};  // of all seats, no faster than that
    std::uint64_t timed_speed = 0;  // of one thread; 0: no games by the wall clock
    std::function<void(const std::string& words, const std::string& job)> say{};
};

class JobRunner {
  public:
    // Closed at first. The bus must outlive it. The error is that of a bus that cannot be listened
    // to.
    [[nodiscard]] static Result<std::unique_ptr<JobRunner>, std::string>
    begin(Bus& bus, JobRunnerSettings settings);
    // Gives everything back.
    ~JobRunner();

    void open();
    // When it returns nobody plays any more.
    void close();
    // Takes nothing new; what is at hand is done to its end.
    void finish();

    // Nobody else has needed the machine since this was last said. Who does not get to say so for
    // some seconds was stopped himself, and so were the games.
    void note_calm();

    // By their ids.
    [[nodiscard]] std::vector<std::string> jobs() const;

  private:
    using Clock = std::chrono::steady_clock;

    // A job in a seat's hands.
    struct Hold {
        Job job;
        JobQueue::Taken taken;
        std::stop_source stop{};
        std::optional<JobAnswer::Kind> answer{};
        bool is_playing = false;
    };
    class Pace;

    JobRunner(Bus& bus, JobRunnerSettings settings);

    void sit(const std::stop_token& stop);
    [[nodiscard]] bool wait_until_open(const std::stop_token& stop);
    [[nodiscard]] std::optional<JobQueue::Taken> take();
    [[nodiscard]] std::optional<JobQueue::Taken> take_from(const QueueName& queue);

    void work(JobQueue::Taken taken, const std::stop_token& stop);
    void work_on(Hold& hold);
    [[nodiscard]] bool may_begin(Hold& hold);
    void pass(Hold& hold);
    void play(Hold& hold);
    [[nodiscard]] bool stays_calm(Hold& hold);
    void deliver(Hold& hold, std::vector<std::string> results);
    // Says it again every second until there is an answer, the timeout ends, or the job is to be
    // given back.
    [[nodiscard]] std::optional<JobAnswer::Kind> ask(Hold& hold, const JobReport& report,
                                                     std::chrono::seconds timeout);
    void report(const Hold& hold, const JobReport& report);
    void hear(const BusMessage& message);
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
    std::set<std::string> passed_;  // tickets of jobs that others should have
    bool is_open_ = false;
    std::set<Hold*> holds_;
    Clock::time_point next_take_{};  // for all seats: one finds out for all that there is nothing
    Clock::time_point calm_{};       // when that was last said
    std::map<QueueName, Clock::time_point> missing_until_;  // queues that were not there

    std::vector<Bus::Subscription> subscriptions_;
    std::vector<std::jthread> threads_;  // the last member: they use the others
};

}  // namespace rookery::colony
