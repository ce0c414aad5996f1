// How many nodes a second a searcher manages on this machine, with one thread and with several.
//
// The two take turns on every position, so that a processor that grows hot or is shared with other work slows
// both. Unlike bench the searches end by time: with several threads no two runs search the same tree.
#pragma once

#include "search/searcher.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>

namespace rookery {

struct SpeedSum {
    std::uint64_t nodes = 0;
    double seconds = 0;

    [[nodiscard]] double nodes_per_second() const;
};

struct SpeedTestResult {
    std::size_t threads = 1;
    SpeedSum alone;     // one thread
    SpeedSum together;  // all of them; the same as `alone` if there is but one
    bool stopped = false;

    // How many times one thread's speed: at best the number of threads.
    [[nodiscard]] double scaling() const;
};

struct SpeedTestPlan {
    Resources resources;  // of the searches with all threads; one thread gets the same table
    std::chrono::milliseconds per_search{500};
};

// Hears the result so far after every search, and how many of how many are done.
using SpeedTestListener =
    std::function<void(std::size_t done, std::size_t total, const SpeedTestResult& so_far)>;

// As many as run_speedtest makes: one or two for every position.
[[nodiscard]] std::size_t speedtest_searches(std::size_t threads, std::size_t positions);

[[nodiscard]] SpeedTestResult run_speedtest(const SearcherEntry& searcher, std::span<const Root> roots,
                                            const SpeedTestPlan& plan, std::stop_token stop,
                                            const SpeedTestListener& listener = {});

}  // namespace rookery
