// A worker: joins searches by order of a coordinator, does jobs, and sends a heartbeat every
// second.
#pragma once

#include "colony/bus.h"
#include "colony/jobs/job_runner.h"
#include "colony/live/roster.h"
#include "colony/sharing.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace rookery::colony {

// The log of a worker, line by line: for people, or as JSON for programs.
struct WorkerLog {
    std::string worker;
    bool as_json = false;

    // The search or job it is about, if any.
    void say(const std::string& words, const std::string& task = {}) const {
        write("info", words, task);
    }
    void warn(const std::string& words) const { write("warning", words, {}); }
    void log_event(BusEvent event, const std::string& words) const;

    // One line, without its end.
    [[nodiscard]] std::string line(std::chrono::system_clock::time_point time, const char* level,
                                   const std::string& words, const std::string& task) const;

  private:
    void write(const char* level, const std::string& words, const std::string& task) const;
};

// Processor time since the machine was started, in ticks of the system.
struct LoadSample {
    std::uint64_t total = 0;  // of all processors, including idle time
    std::uint64_t busy = 0;
    std::uint64_t own = 0;  // of this process

    [[nodiscard]] friend bool operator==(const LoadSample&, const LoadSample&) = default;
};

// From the texts of /proc/stat and /proc/self/stat; nothing if they are not as Linux writes them.
[[nodiscard]] std::optional<LoadSample> parse_load(std::string_view machine, std::string_view self);
// The present load, on Linux.
[[nodiscard]] std::optional<LoadSample> read_load();

// The share of all processors that other programs used between the two: 0 to 1.
[[nodiscard]] double others_share(const LoadSample& before, const LoadSample& after);

// Whether other programs leave the machine free enough for a worker of lowest priority.
class IdleMonitor {
  public:
    // To be called every second or so. Reports the machine as used at once, and as free only after
    // a while of quiet.
    [[nodiscard]] bool is_free(const LoadSample& now);

  private:
    std::optional<LoadSample> last_;
    bool is_free_ = true;
    int quiet_ = 0;  // samples in a row
};

struct WorkerSettings {
    BuildId build_id;
    Resources resources;
    std::uint64_t speed = 0;  // measured
    std::uint64_t undisturbed_speed =
        0;  // of one thread, as in SelfTest; 0: no games by the wall clock
    std::optional<std::uint64_t> nodes_per_second{};  // no faster than that
    SearcherTable job_searchers{};  // players that jobs may name; without any it takes no jobs
    // Called every second: whether the machine is free. Empty: that does not matter, and there are
    // no games by the wall clock.
    std::function<bool()> is_free{};
    // Stays although a coordinator has refused it: where two versions are in use, another
    // coordinator may need it.
    bool stays_if_refused = false;
    // Logs what happens, and the search it is about, if any.
    std::function<void(const std::string& words, const std::string& task)> say{};
};

class WorkerSearch;

class Worker {
  public:
    // The bus must outlive it.
    Worker(Bus& bus, WorkerSettings settings, std::unique_ptr<Searcher> searcher);
    ~Worker();

    // Runs until `stop`, or until an order to leave or a refusal; then it leaves the colony. The
    // error is that of a subscription, or that the bus is closed.
    [[nodiscard]] std::optional<std::string> run(const std::stop_token& stop);
    // Why it was refused, if it was.
    [[nodiscard]] const std::optional<std::string>& refusal() const { return refusal_; }

  private:
    using Clock = std::chrono::steady_clock;

    void put(const BusMessage& message);
    void on_share(const BusMessage& message);
    [[nodiscard]] std::optional<Order> next_order(Clock::time_point until,
                                                  const std::stop_token& stop);
    void handle(const JoinOrder& order);
    void handle(const StopOrder& order);
    void handle(const RefuseOrder& order);
    void handle(const DrainOrder& order);
    void rest_or_return();
    [[nodiscard]] Activity activity() const;
    // 0: no games by the wall clock.
    [[nodiscard]] std::uint64_t timed_speed() const {
        return settings_.is_free && !settings_.nodes_per_second ? settings_.undisturbed_speed : 0;
    }
    [[nodiscard]] bool has_jobs() const { return runner_ && !runner_->jobs().empty(); }
    [[nodiscard]] bool is_done() const {
        return refusal_ || (is_draining_ && !search_ && !has_jobs());
    }
    void end_search();
    // The log has one line when we begin to help a coordinator and one when that is over, not one
    // for each move of a game.
    void note_search(const JoinOrder& order);
    void end_help();
    // Searches have priority: jobs are given back for a search, and taken again some time after it.
    [[nodiscard]] std::optional<std::string> start_runner();
    void update_runner();
    void send_heartbeat();
    void say(const std::string& words) const;

    Bus& bus_;
    const WorkerSettings settings_;
    std::unique_ptr<Searcher> searcher_;
    std::unique_ptr<WorkerSearch> search_;
    struct Help {
        std::string coordinator;
        std::string series;  // of searches: one process of the coordinator
        std::size_t searches = 0;
        std::uint64_t nodes = 0;
        Clock::duration time{0};
        Clock::time_point last{};  // when the last search began, later when it ended
    };
    std::optional<Help> help_;
    const Clock::time_point started_ = Clock::now();
    Clock::time_point last_heartbeat_ = started_;  // the last heartbeat
    Activity activity_until_ = Activity::Idle;
    Clock::duration busy_{0};
    Clock::time_point reminded_;  // when the order for the search was last repeated
    bool is_draining_ = false;
    bool is_resting_ = false;
    std::optional<std::string> refusal_;
    std::pair<std::string, std::uint64_t>
        game_;                          // coordinator and game of the entries in the table
    std::set<std::string> distrusted_;  // members whose entries are not in the table
    Clock::time_point jobs_from_{};     // not before
    std::unique_ptr<JobRunner> runner_;
    std::mutex mutex_;  // guards the next three
    std::condition_variable_any arrived_;
    std::deque<Order> orders_;
    WorkerSearch* sharing_search_ = nullptr;  // receives shared entries
    std::atomic<std::uint64_t> unreadable_ = 0;
};

}  // namespace rookery::colony
