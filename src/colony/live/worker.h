// A machine that helps: joins searches when it is told to, and says every second that it is there.
#pragma once

#include "colony/bus/bus.h"
#include "colony/jobs/job_runner.h"
#include "colony/live/helped_search.h"
#include "colony/live/roster.h"
#include "colony/sharing/pace.h"
#include "colony/sharing/sharing.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

namespace rookery::colony {

// A worker's part in one search, in the background.

class WorkerSearch {
  public:
    // Begins at once; all of them must outlive it. The error says what is wrong with the order.
    [[nodiscard]] static Result<std::unique_ptr<WorkerSearch>, std::string>
    begin(Bus& bus, Searcher& searcher, const JoinOrder& order,
          std::optional<std::uint64_t> nodes_per_second);
    // Stops it and waits.
    ~WorkerSearch();

    // What is said on rk.share.*; from any thread.
    void hear(const BusMessage& message) { channel_.hear(message); }

    [[nodiscard]] const std::string& name() const { return order_.search; }
    [[nodiscard]] std::uint64_t nodes() const {
        return listener_.nodes.load(std::memory_order_relaxed);
    }

  private:
    // Tells the coordinator of every iteration.
    struct Listener final : SearchListener {
        Listener(Bus& to, const JoinOrder& order, const Position& root);
        void on_line(const LineReport& report) override;

        Bus& bus;
        const std::string subject;
        const std::string search;
        const Position position;
        std::atomic<std::uint64_t> nodes = 0;
    };

    WorkerSearch(Bus& bus, const JoinOrder& order, JoinedRoot root,
                 std::optional<std::uint64_t> nodes_per_second);

    const JoinOrder order_;
    const JoinedRoot root_;
    std::stop_source stop_;
    Listener listener_;
    BusChannel channel_;
    WallPace pace_;
    SharingCompanion companion_;
    std::jthread thread_;  // the last member: it uses the others
};

struct WorkerSettings {
    BuildId build_id;
    Resources resources;
    std::uint64_t speed = 0;  // measured
    std::uint64_t undisturbed_speed =
        0;  // of one thread, as SelfTest says; 0: no games by the wall clock
    std::optional<std::uint64_t> nodes_per_second{};  // no faster than that
    SearcherTable job_searchers{};  // who may play in jobs; where there is nobody it takes none
    // Asked every second: whether nobody else needs the machine. Empty: never mind, and no games by
    // the wall clock.
    std::function<bool()> is_free{};
    // Stays although a coordinator has no use for it: where two versions work side by side, another
    // may.
    bool stays_if_refused = false;
    // Says what happens, for people and logs, and which search it is about, if any.
    std::function<void(const std::string& words, const std::string& task)> say{};
};

class Worker {
  public:
    // The bus must outlive it.
    Worker(Bus& bus, WorkerSettings settings, std::unique_ptr<Searcher> searcher);

    // Until told to stop, to leave or that it is of no use; then it takes its leave. The error is
    // that of a bus that cannot be listened to, or is closed.
    [[nodiscard]] std::optional<std::string> run(const std::stop_token& stop);
    // Why it was sent away, if it was.
    [[nodiscard]] const std::optional<std::string>& refusal() const { return refusal_; }

  private:
    using Clock = std::chrono::steady_clock;

    void put(const BusMessage& message);
    void hear_share(const BusMessage& message);
    [[nodiscard]] std::optional<Order> next_order(Clock::time_point until,
                                                  const std::stop_token& stop);
    void obey(const JoinOrder& order);
    void obey(const StopOrder& order);
    void obey(const RefuseOrder& order);
    void obey(const DrainOrder& order);
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
    // A search comes first: jobs are given back for it, and taken again some time after it.
    [[nodiscard]] std::optional<std::string> set_up_desk();
    void tend_desk();
    void say_alive();
    void say(const std::string& words) const {
        if (settings_.say) settings_.say(words, search_ ? search_->name() : std::string());
    }

    Bus& bus_;
    const WorkerSettings settings_;
    std::unique_ptr<Searcher> searcher_;
    std::unique_ptr<WorkerSearch> search_;
    const Clock::time_point came_ = Clock::now();
    Clock::time_point said_ = came_;  // our last sign of life, and what we did until then
    Activity activity_until_ = Activity::Idle;
    Clock::duration busy_{0};
    Clock::time_point reminded_;  // when the search was last asked for
    bool is_draining_ = false;
    bool is_resting_ = false;
    std::optional<std::string> refusal_;
    std::pair<std::string, std::uint64_t> game_;  // whose, and which of his, we remember
    std::set<std::string> distrusted_;            // whose word is not in our table
    Clock::time_point jobs_from_{};               // not before
    std::unique_ptr<JobRunner> runner_;
    std::mutex mutex_;  // guards the next three
    std::condition_variable_any arrived_;
    std::deque<Order> orders_;
    WorkerSearch* hearing_ = nullptr;  // the search that is to hear what others share
    std::atomic<std::uint64_t> unreadable_ = 0;
};

}  // namespace rookery::colony
