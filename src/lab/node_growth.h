// `lab growth nodes`: how the nodes of a search grow with its depth, and what each technique of the
// textbook saves.
#pragma once

#include "arena/statistics/result_table.h"
#include "lab/test_positions.h"
#include "search/searcher.h"
#include "ui/progress.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::lab {

// Knuth and Moore proved that no method can evaluate a tree with b moves in every node and d plies
// in every line with fewer than b^ceil(d/2) + b^floor(d/2) - 1 leaves, and that alpha-beta needs no
// more if the best moves come first.
[[nodiscard]] double fewest_leaves(double branching, int depth);
// The same in nodes as our searchers count them: every move made, at all depths up to this one.
[[nodiscard]] double fewest_nodes(double branching, int depth);

// Each method improves the one before. The last two also search captures beyond the depth and have
// searched all smaller depths before, so they can only be compared with each other.
enum class Method : std::uint8_t { Minimax, AlphaBeta, Sorted, WithoutTable, WithTable };
inline constexpr std::size_t method_count = 5;
[[nodiscard]] std::string_view name_of(Method method);

struct NodeCount {
    std::uint64_t nodes = 0;
    // By perft instead of a search, because minimax makes every legal move.
    bool is_counted = false;
};

struct GrowthRow {
    int depth = 0;
    std::uint64_t lines = 0;  // of that many plies (perft); 0 if there were too many to count
    std::array<std::optional<NodeCount>, method_count> cells;  // empty: too many nodes

    [[nodiscard]] const std::optional<NodeCount>& operator[](Method method) const {
        return cells[static_cast<std::size_t>(method)];
    }
    // The moves per node of a uniform tree with as many lines; 0 if the lines are not known.
    [[nodiscard]] double legal_moves() const;
};

struct NodeGrowth {
    NamedPosition of;
    std::vector<GrowthRow> rows;  // depths from 1

    // How many times the nodes of the depth before; empty if one of the two is missing.
    [[nodiscard]] std::optional<double> branching(Method method, int depth) const;
};

struct GrowthPlan {
    int depth = 6;
    std::uint64_t most_nodes = 50'000'000;           // of one search
    std::uint64_t most_counted = 20'000'000'000ULL;  // lines, by perft
};

// If stopped, it returns the complete rows.
[[nodiscard]] NodeGrowth measure_growth(const NamedPosition& position, const GrowthPlan& plan,
                                        const std::stop_token& stop = {},
                                        const Progress& progress = {});

[[nodiscard]] arena::ResultTable nodes_table(const NodeGrowth& growth);
// How many times the nodes of the depth before.
[[nodiscard]] arena::ResultTable branching_table(const NodeGrowth& growth);
[[nodiscard]] std::string nodes_chart(const NodeGrowth& growth);

}  // namespace rookery::lab
