// A fixed amount of searching, for two questions: does the engine still search the same tree, and how
// fast does it do so? The number of nodes is the same on every machine, compiler and instruction set.
#pragma once

#include "search/searcher.h"

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

// Openings, middlegames and endings of all kinds, as FEN and ready to search.
[[nodiscard]] std::span<const std::string_view> bench_positions();
[[nodiscard]] std::vector<Root> bench_roots();

inline constexpr int bench_depth = 13;

// Tells after every position how many nodes it took.
using BenchListener = std::function<void(std::size_t number, std::uint64_t nodes)>;

// Searches each position to the depth, as if it began a new game. Once told to stop it adds up what
// was done so far.
[[nodiscard]] BenchResult run_bench(Searcher& searcher, std::span<const Root> roots, int depth,
                                    const BenchListener& listener = {},
                                    const std::stop_token& stop = {});

}  // namespace rookery
