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

    // So many more; true if there must be no more.
    [[nodiscard]] bool count_nodes(std::uint64_t more) {
        const std::uint64_t before = nodes_.fetch_add(more, std::memory_order_relaxed);
        const std::uint64_t nodes = before + more;
        // The clock is slow to read, and nothing happens in so few nodes.
        constexpr std::uint64_t between_looks = 256;
        if (limits_.nodes && nodes >= *limits_.nodes) stop();
        if (before / between_looks != nodes / between_looks) look();
        return is_stopped();
    }
    [[nodiscard]] bool count_node() { return count_nodes(1); }
    // How many nodes a thread may keep to itself before it tells: counting each at once, threads would wait
    // for each other all the time. Where nodes are limited they are counted exactly.
    [[nodiscard]] std::uint64_t bundle() const { return limits_.nodes ? 1 : 64; }

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
    // Apart from the nodes, because it is read all the time and hardly ever written.
    alignas(64) std::atomic<bool> stopped_ = false;
};

}  // namespace rookery
