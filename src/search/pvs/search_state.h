// What the threads of one search share: limits, the clock and the word to stop.
#pragma once

#include "search/limits.h"
#include "search/searcher.h"
#include "search/table.h"

#include <atomic>
#include <chrono>
#include <stop_token>

namespace rookery::pvs {

using Clock = std::chrono::steady_clock;

struct SearchState {
    Table& table;
    const Root& root;
    const Limits& limits;
    std::stop_token token;
    bool surprised = false;  // the last reply was not the expected one
    Clock::time_point began = Clock::now();
    std::atomic<bool> stopped = false;

    [[nodiscard]] bool is_stopped() const { return stopped.load(std::memory_order_relaxed); }
    void stop() { stopped.store(true, std::memory_order_relaxed); }
    [[nodiscard]] std::chrono::milliseconds elapsed() const {
        return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
    }
};

}  // namespace rookery::pvs
