// Two measurements of a searcher: `bench` searches fixed positions to a fixed depth, to see whether
// the engine still searches the same tree and how fast; `speedtest` measures nodes per second with
// one thread and with several. The number of nodes of `bench` is the same on every machine and
// compiler.
#pragma once

#include "search/searcher.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace rookery {

struct BenchResult {
    std::uint64_t nodes = 0;
    double seconds = 0;

    [[nodiscard]] std::uint64_t nodes_per_second() const;
};

// Openings, middlegames and endgames, as FEN and ready to search.
[[nodiscard]] std::span<const std::string_view> bench_positions();
[[nodiscard]] std::vector<Root> bench_roots();

inline constexpr int bench_depth = 13;

// Called after every position with its nodes.
using BenchListener = std::function<void(std::size_t number, std::uint64_t nodes)>;

// Searches each position to the depth, as if it began a new game. If it is stopped, the result
// holds the positions searched so far.
[[nodiscard]] BenchResult run_bench(Searcher& searcher, std::span<const Root> roots, int depth,
                                    const BenchListener& listener = {},
                                    const std::stop_token& stop = {});

// The speed test: one thread and all threads take turns on every position, so that a processor that
// grows hot or is shared with other work slows both. Unlike bench its searches end by time: with
// several threads no two runs search the same tree.

struct SpeedSum {
    std::uint64_t nodes = 0;
    double seconds = 0;

    [[nodiscard]] double nodes_per_second() const;
};

struct SpeedTestResult {
    std::size_t threads = 1;
    SpeedSum alone;     // one thread
    SpeedSum together;  // all threads; the same as `alone` if there is only one
    bool stopped = false;

    // The speed of all threads by that of one: at best the number of threads.
    [[nodiscard]] double scaling() const;
};

struct SpeedTestPlan {
    Resources resources;  // of the searches with all threads; one thread gets the same table
    std::chrono::milliseconds per_search{500};
};

// Called after every search.
using SpeedTestListener =
    std::function<void(std::size_t done, std::size_t total, const SpeedTestResult& so_far)>;

// The number of searches run_speedtest makes: one or two for every position.
[[nodiscard]] std::size_t speedtest_searches(std::size_t threads, std::size_t positions);

[[nodiscard]] SpeedTestResult run_speedtest(const SearcherEntry& searcher,
                                            std::span<const Root> roots, const SpeedTestPlan& plan,
                                            std::stop_token stop,
                                            const SpeedTestListener& listener = {});

}  // namespace rookery
