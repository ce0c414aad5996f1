// The jobs of one campaign and the workers who do them: a scheduler (job_ledger.h), the queue that
// carries its jobs, and the words of the workers. A thread of its own does all the work.
//
// Thread safety: any thread may call anything.
#pragma once

#include "colony/bus/job_queue.h"
#include "colony/jobs/job_scheduler.h"

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <variant>
#include <vector>

namespace rookery::colony {

struct DispatcherSettings {
    std::string campaign;
    std::uint64_t bench = 0;
    int priority = 1;
    std::filesystem::path table{};  // empty: in memory
    // Of the jobs that are played twice; the second of workers who were confirmed several times.
    double check_share = 0.05;
    double later_check_share = 0.02;
    // Plays what workers disagree about.
    SearcherTable searchers;
    // What is known of the workers.
    std::function<bool(std::string_view worker)> is_trusted = [](std::string_view) { return true; };
    std::function<std::vector<std::string>()> workers_there = [] {
        return std::vector<std::string>();
    };
    std::function<std::uint64_t(std::string_view worker)> speed_of = [](std::string_view) {
        return std::uint64_t{0};
    };
    // Of one thread, by processor time, of those who may play by the wall clock; 0 of others.
    std::function<std::uint64_t(std::string_view worker)> timed_speed_of = [](std::string_view) {
        return std::uint64_t{0};
    };
    // That worker was caught at something; on the board's thread.
    std::function<void(const std::string& worker, const std::string& why)> on_suspicion{};
    // Something is wrong, with that worker or with another; likewise.
    std::function<void(const std::string& worker, const std::string& why)> on_doubt{};
};

class JobDispatcher {
  public:
    // The bus must outlive it. The error says what is wrong with the table or the server.
    [[nodiscard]] static Result<std::unique_ptr<JobDispatcher>, std::string>
    open(Bus& bus, DispatcherSettings settings);
    // What is not done is taken out of the queue.
    ~JobDispatcher();

    void post(const std::string& name, Task task);
    // Has it played again by another, for certain; of Confirmed or Withdrawn one will follow.
    void check(const std::string& id);
    // Nobody wants what is not done.
    void drop_unfinished();
    // The results are kept elsewhere; the campaign can do without them.
    void kept(const std::string& id);
    // Everything is done and kept.
    void forget_campaign();

    // The next thing that happened, if it happens in time.
    [[nodiscard]] std::optional<JobEvent> next(const std::stop_token& stop,
                                               std::chrono::milliseconds timeout);
    [[nodiscard]] std::string id_of(const std::string& name) const {
        return settings_.campaign + '-' + name;
    }

    // As it stood a moment ago.
    struct State {
        std::size_t unfinished = 0;
        bool is_settled = true;  // with everything that was posted before the question
        std::optional<std::string> problem{};
    };
    [[nodiscard]] State state() const;

  private:
    using Clock = std::chrono::steady_clock;
    struct Heard {
        std::string worker, job;
        JobReport report;
    };
    struct Gone {
        std::string worker;
    };
    struct Judged {
        std::string job;
        std::optional<TaskResults> truth;
    };
    using Action = std::function<void(JobScheduler&)>;
    using Incoming = std::variant<Heard, Gone, Judged, Action>;

    JobDispatcher(Bus& bus, DispatcherSettings settings, JobTable table);

    void on_report(const BusMessage& message);
    void put(Incoming incoming);
    void run(const std::stop_token& stop);
    [[nodiscard]] std::deque<Incoming> wait_for_incoming(const std::stop_token& stop);
    void handle(Heard& heard);
    void handle(const Gone& gone) { scheduler_.worker_gone(gone.worker); }
    void handle(const Judged& judged);
    void handle(const Action& action) { action(scheduler_); }
    void dismiss();
    void tend_queue();
    void look_after_waiting();
    [[nodiscard]] bool is_another_there(const std::string& worker) const;
    void judge();
    void tell();

    Bus& bus_;
    const DispatcherSettings settings_;
    JobQueue queue_;
    JobScheduler scheduler_;  // the thread's own
    bool is_prepared_ = false;
    bool was_connected_ = true;
    Clock::time_point next_look_{};
    bool is_judging_ = false;

    mutable std::mutex mutex_;  // guards what follows
    std::condition_variable_any arrived_, happened_;
    std::deque<Incoming> incoming_;
    std::deque<JobEvent> events_;
    State state_;

    std::vector<Bus::Subscription> subscriptions_;
    std::jthread judge_, thread_;  // the last members: they use the others
};

}  // namespace rookery::colony
