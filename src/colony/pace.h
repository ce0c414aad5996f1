// Limits the speed of a search.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace rookery::colony {

class Pace {
  public:
    using Time = std::chrono::microseconds;

    virtual ~Pace() = default;

    // Called after so many nodes. Returns when the search may go on, with the time since it began.
    [[nodiscard]] virtual Time reach(std::uint64_t nodes) = 0;
};

// No limit, or a number of nodes a second: for machines with other users, and to measure many
// workers on few processors.

class WallPace final : public Pace {
  public:
    // A stopped search must not wait for its nodes.
    explicit WallPace(std::optional<std::uint64_t> nodes_per_second = {}, std::stop_token stop = {})
        : nodes_per_second_(nodes_per_second), stop_(std::move(stop)) {}

    [[nodiscard]] Time reach(std::uint64_t nodes) override {
        if (nodes_per_second_ && *nodes_per_second_ > 0) {
            const Time due(static_cast<std::int64_t>(nodes * 1'000'000 / *nodes_per_second_));
            while (elapsed() < due && !stop_.stop_requested())
                std::this_thread::sleep_for(std::min<Time>(due - elapsed(), longest_nap));
        }
        return elapsed();
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr Time longest_nap = std::chrono::milliseconds(5);

    [[nodiscard]] Time elapsed() const {
        return std::chrono::duration_cast<Time>(Clock::now() - began_);
    }

    const std::optional<std::uint64_t> nodes_per_second_;
    const std::stop_token stop_;
    const Clock::time_point began_ = Clock::now();
};

}  // namespace rookery::colony
