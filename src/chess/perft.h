// Perft: counts the leaves of the tree of legal moves, to test the move generator and its speed.
#pragma once

#include "chess/position.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace rookery {

// Leaves at that depth; the last ply is counted without being made.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

struct PerftOptions {
    int depth = 1;
    std::size_t threads = 1;
    std::size_t hash_mib = 0;  // 0: no table
    // Make every leaf in full, including its keys, as a search does, instead of counting moves.
    bool make_leaves = false;
    std::stop_token stop = {};
};

struct PerftCount {
    Move move;
    std::uint64_t nodes = 0;
};

struct PerftProgress {
    std::size_t done = 0;  // pieces of work, all about as large
    std::size_t total = 0;
    std::uint64_t nodes = 0;
};

struct PerftResult {
    std::uint64_t nodes = 0;
    std::vector<PerftCount> moves;  // each root move with its share, in the generator's order
    bool stopped = false;           // the counts are then incomplete
};

// `progress` is called from any of the threads, one call at a time.
[[nodiscard]] PerftResult run_perft(const Position& position, const PerftOptions& options,
                                    const std::function<void(const PerftProgress&)>& progress = {});

}  // namespace rookery
