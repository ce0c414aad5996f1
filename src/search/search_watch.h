// Minds the limits of a search: nodes, deadlines, the word to stop.
//
// Several threads may count and ask; once one of them was told to stop, all are.
#pragma once

#include "search/limits.h"

#include <atomic>
#include <chrono>
#include <stop_token>
#include <utility>

namespace rookery {

class SearchWatch {
  public:
    using Clock = std::chrono::steady_clock;

    // Both must outlive it.
    SearchWatch(const Limits& limits, std::stop_token token) : limits_(limits), token_(std::move(token)) {}

    // One more node; true if there must be no more.
    [[nodiscard]] bool count_node() {
        const std::uint64_t nodes = nodes_.fetch_add(1, std::memory_order_relaxed) + 1;
        // The clock is slow to read, and nothing happens in so few nodes.
        constexpr std::uint64_t between_looks = 256;
        if (limits_.nodes && nodes >= *limits_.nodes) stop();
        if (nodes % between_looks == 0) look();
        return is_stopped();
    }
    // For whoever does much between two nodes.
    void look() {
        if (token_.stop_requested() || limits_.must_end(Clock::now())) stop();
    }
    // Whether it is not worth beginning another iteration.
    [[nodiscard]] bool is_enough() {
        look();
        if (is_stopped() || (limits_.soft_nodes && nodes() >= *limits_.soft_nodes)) return true;
        if (!limits_.soft_deadline) return false;
        const auto later = limits_.delay();
        return later && Clock::now() >= *limits_.soft_deadline + *later;
    }

    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool is_stopped() const { return stopped_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::chrono::milliseconds elapsed() const {
        return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began_);
    }

  private:
    const Limits& limits_;
    const std::stop_token token_;
    const Clock::time_point began_ = Clock::now();
    std::atomic<std::uint64_t> nodes_ = 0;
    std::atomic<bool> stopped_ = false;
};

}  // namespace rookery
