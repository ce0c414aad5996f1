// A machine that helps: joins searches when it is told to, and says every second that it is there.
#pragma once

#include "colony/bus/bus.h"
#include "colony/live/register.h"
#include "colony/live/worker_search.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>

namespace rookery::colony {

struct WorkerSettings {
    Kinship kinship;
    Resources resources;
    std::uint64_t speed = 0;  // measured
    std::optional<std::uint64_t> nodes_per_second{};  // no faster than that
    // Says what happens, for people and logs.
    std::function<void(const std::string&)> say{};
};

class Worker {
  public:
    // The bus must outlive it.
    Worker(Bus& bus, WorkerSettings settings, std::unique_ptr<Searcher> searcher);

    // Until told to stop; then it takes its leave. The error is that of a bus that cannot be listened to.
    [[nodiscard]] std::optional<std::string> run(const std::stop_token& stop);

  private:
    using Clock = std::chrono::steady_clock;
    using Order = std::variant<JoinOrder, StopOrder>;

    void put(const Letter& letter);
    [[nodiscard]] std::optional<Order> next_order(Clock::time_point until, const std::stop_token& stop);
    void obey(const Order& order);
    void join(const JoinOrder& order);
    void end_search();
    void say_alive(Activity activity);
    void say(const std::string& words) const {
        if (settings_.say) settings_.say(words);
    }

    Bus& bus_;
    const WorkerSettings settings_;
    std::unique_ptr<Searcher> searcher_;
    std::unique_ptr<WorkerSearch> search_;
    Clock::time_point reminded_;  // when the search was last asked for
    std::mutex mutex_;
    std::condition_variable_any arrived_;
    std::deque<Order> orders_;
};

}  // namespace rookery::colony
