// How the work of a search grows with its depth, and what each idea of the textbook saves.
#pragma once

#include "lab/result_table.h"
#include "lab/test_positions.h"
#include "search/searcher.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace rookery::lab {

// What Knuth and Moore proved: to value a tree in which every node has b moves and every line d
// plies, no method needs fewer leaves than b^ceil(d/2) + b^floor(d/2) - 1, and alpha-beta needs no
// more if the best moves come first.
[[nodiscard]] double fewest_leaves(double branching, int depth);
// The same in nodes as our searchers count them: every move made, at all depths up to this one.
[[nodiscard]] double fewest_nodes(double branching, int depth);

// The columns of the table, each a step on from the one before. The last two also follow captures
// beyond the depth, and have searched all smaller depths before: they compare with one another.
enum class Method : std::uint8_t { Minimax, AlphaBeta, Sorted, WithoutTable, WithTable };
inline constexpr std::size_t method_count = 5;
[[nodiscard]] std::string_view name_of(Method method);

struct NodeCount {
    std::uint64_t nodes = 0;
    // Not searched but counted: minimax makes each legal move, so perft knows how many there are.
    bool is_counted = false;
};

struct GrowthRow {
    int depth = 0;
    std::uint64_t lines = 0;  // of that many plies (perft); 0 if there were too many to count
    std::array<std::optional<NodeCount>, method_count> cells;  // empty: too many nodes

    [[nodiscard]] const std::optional<NodeCount>& operator[](Method method) const {
        return cells[static_cast<std::size_t>(method)];
    }
    // What number of moves in every node would make as many lines. 0 if that is not known.
    [[nodiscard]] double legal_moves() const;
};

struct NodeGrowth {
    NamedPosition of;
    std::vector<GrowthRow> rows;  // depths from 1

    // How many times the nodes of the depth before; nothing where one of the two is missing.
    [[nodiscard]] std::optional<double> branching(Method method, int depth) const;
};

struct GrowthPlan {
    int depth = 6;
    std::uint64_t most_nodes = 50'000'000;           // of one search
    std::uint64_t most_counted = 20'000'000'000ULL;  // lines that perft may count
};

// Stopped early, it gives the rows that are complete.
[[nodiscard]] NodeGrowth measure_growth(const NamedPosition& position, const GrowthPlan& plan,
                                        const std::stop_token& stop = {},
                                        const Progress& progress = {});

}  // namespace rookery::lab
