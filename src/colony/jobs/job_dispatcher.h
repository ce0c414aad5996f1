// The jobs of one run and the workers that do them: a scheduler (job_scheduler.h), the queue that
// carries its jobs, and the messages to and from workers. A thread of its own does all the work.
//
// Thread safety: any thread may call anything.
#pragma once

#include "colony/jobs/job_queue.h"
#include "colony/jobs/job_scheduler.h"
#include "colony/live/coordinator_link.h"
#include "colony/live/roster.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
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
    std::string run_name;
    std::uint64_t bench = 0;
    int priority = 1;
    std::filesystem::path table{};  // empty: in memory
    // The shares of jobs that are played twice; the second for workers that were confirmed several
    // times.
    double check_share = 0.05;
    double later_check_share = 0.02;
    // For jobs that the coordinator plays itself because workers disagree.
    SearcherTable searchers;
    // The coordinator's knowledge of the workers.
    std::function<bool(std::string_view worker)> is_trusted = [](std::string_view) { return true; };
    std::function<std::vector<std::string>()> workers_there = [] {
        return std::vector<std::string>();
    };
    std::function<std::uint64_t(std::string_view worker)> speed_of = [](std::string_view) {
        return std::uint64_t{0};
    };
    // The speed of one thread, by processor time, of workers that may play by the wall clock; 0 of
    // others.
    std::function<std::uint64_t(std::string_view worker)> timed_speed_of = [](std::string_view) {
        return std::uint64_t{0};
    };
    // That worker delivered false results. Called on the dispatcher's thread.
    std::function<void(const std::string& worker, const std::string& why)> on_false_results{};
    // That worker or another one is wrong. Called on the dispatcher's thread.
    std::function<void(const std::string& worker, const std::string& why)> on_doubt{};
};

class JobDispatcher {
  public:
    // The bus must outlive it. The error says what is wrong with the table or the server.
    [[nodiscard]] static Result<std::unique_ptr<JobDispatcher>, std::string>
    open(Bus& bus, DispatcherSettings settings);
    // Takes unfinished jobs out of the queue.
    ~JobDispatcher();

    void post(const std::string& name, Task task);
    // Has another worker play it again in any case; Confirmed or Withdrawn will follow.
    void check(const std::string& id) {
        put(Action([id](JobScheduler& scheduler) { scheduler.check(id); }));
    }
    // Unfinished jobs are not wanted any more.
    void drop_unfinished() { put(Action(&JobScheduler::drop_unfinished)); }
    // The caller has stored the results, so they need not be kept here.
    void mark_stored(const std::string& id) {
        put(Action([id](JobScheduler& scheduler) { scheduler.mark_stored(id); }));
    }
    // The run is complete, and all results are stored.
    void forget_run() { put(Action(&JobScheduler::forget_run)); }

    // The next event, if there is one in time.
    [[nodiscard]] std::optional<JobEvent> next(const std::stop_token& stop,
                                               std::chrono::milliseconds timeout);
    [[nodiscard]] std::string id_of(const std::string& name) const {
        return settings_.run_name + '-' + name;
    }

    // As it stood a moment ago.
    struct State {
        std::size_t unfinished = 0;
        bool is_settled = true;  // including everything that was posted before the call
        std::optional<std::string> problem{};
    };
    [[nodiscard]] State state() const;

  private:
    using Clock = std::chrono::steady_clock;
    struct ReceivedReport {
        std::string worker, job;
        JobReport report;
    };
    struct Gone {
        std::string worker;
    };
    struct Replayed {
        std::string job;
        std::optional<TaskResults> truth;
    };
    using Action = std::function<void(JobScheduler&)>;
    using Incoming = std::variant<ReceivedReport, Gone, Replayed, Action>;

    JobDispatcher(Bus& bus, DispatcherSettings settings, JobTable table);

    void on_report(const BusMessage& message);
    void put(Incoming incoming);
    void run(const std::stop_token& stop);
    [[nodiscard]] std::deque<Incoming> wait_for_incoming(const std::stop_token& stop);
    void handle(ReceivedReport& received);
    void handle(const Gone& gone) { scheduler_.worker_gone(gone.worker); }
    void handle(const Replayed& judged);
    void handle(const Action& action) { action(scheduler_); }
    void send_drops();
    void update_queue();
    void check_waiting();
    [[nodiscard]] bool is_another_there(const std::string& worker) const;
    void replay_disputed();
    void publish_events();

    Bus& bus_;
    const DispatcherSettings settings_;
    JobQueue queue_;
    JobScheduler scheduler_;  // used by the thread only
    bool is_prepared_ = false;
    bool was_connected_ = true;
    Clock::time_point next_look_{};
    bool is_replaying_ = false;

    mutable std::mutex mutex_;  // guards what follows
    std::condition_variable_any arrived_, happened_;
    std::deque<Incoming> incoming_;
    std::deque<JobEvent> events_;
    State state_;

    std::vector<Bus::Subscription> subscriptions_;
    std::jthread replay_thread_, thread_;  // the last members: they use the others
};

// The jobs of a run, and the workers that do them.
struct JobSource {
    // How many jobs the workers can do at a time, and how many workers there are, now. They come
    // first because the dispatcher may use objects that they hold.
    std::function<std::size_t()> seats;
    std::function<std::size_t()> workers = [] { return std::size_t{0}; };
    std::shared_ptr<JobDispatcher> dispatcher;
    bool can_be_resumed = true;  // otherwise nothing is kept when the executor ends
};

// A program's connection to a colony as its coordinator, to have jobs done there. It prints on
// stderr which workers are there, and which are caught with false results.
class JobClient : public std::enable_shared_from_this<JobClient> {
  public:
    // Finds out which engine this is, which takes a second or two, and connects. The priority is
    // that of the jobs, as QueueName counts.
    [[nodiscard]] static Result<std::shared_ptr<JobClient>, std::string>
    connect(const std::filesystem::path& invitation, int priority, SearcherTable searchers);

    // The jobs of one run, kept in that file; without a file nothing can be resumed. A reference
    // speed says that they are games by a wall clock that is meant for it.
    [[nodiscard]] Result<JobSource, std::string> open(const std::string& run,
                                                      const std::filesystem::path& table,
                                                      std::uint64_t reference_speed = 0);

    // In nodes a second of one thread here, undisturbed.
    [[nodiscard]] std::uint64_t own_speed() const { return self_.undisturbed_speed; }
    // On stderr: which workers can play by a wall clock that is meant for a machine of that speed.
    void print_timed_workers(std::uint64_t reference_speed) const;

  private:
    JobClient(std::unique_ptr<CoordinatorLink> link, SelfTest self, int priority,
              SearcherTable searchers)
        : link_(std::move(link)), self_(std::move(self)), priority_(priority),
          searchers_(searchers) {}

    // How many jobs the workers can do at a time.
    [[nodiscard]] std::size_t seats(std::uint64_t reference_speed) const;

    const std::unique_ptr<CoordinatorLink> link_;
    const SelfTest self_;
    const int priority_;
    const SearcherTable searchers_;
};

}  // namespace rookery::colony
