#include "lab/node_growth.h"

#include "chess/perft.h"
#include "search/textbook/textbook_searchers.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>

namespace rookery::lab {
namespace {

struct MethodRow {
    std::string_view name;
    std::unique_ptr<Searcher> (*make)(const SearcherSetup&);
    bool use_table = true;
};

constexpr MethodRow methods[method_count] = {
    {"minimax", textbook::make_minimax},
    {"alphabeta", textbook::make_alphabeta},
    {"alphabeta-sorted", textbook::make_sorted_alphabeta},
    {"iterative, no table", textbook::make_iterative, false},
    {"iterative", textbook::make_iterative},
};

const MethodRow& row_of(Method method) { return methods[static_cast<std::size_t>(method)]; }

std::optional<NodeCount> searched(Method method, const Position& position, int depth,
                                  const GrowthPlan& plan, const std::stop_token& stop) {
    SearcherSetup setup;
    if (!row_of(method).use_table) setup.settings.emplace_back("use_table", 0);
    const auto searcher = row_of(method).make(setup);
    Limits limits;
    limits.depth = depth;
    limits.nodes = plan.most_nodes;
    NoListener no_listener;
    const std::uint64_t nodes = searcher->search(Root(position), limits, stop, no_listener).nodes;
    if (nodes >= plan.most_nodes || stop.stop_requested()) return std::nullopt;
    return NodeCount{nodes, false};
}

// As many as there are lines, if they can be expected to be few enough to count.
std::uint64_t counted_lines(const Position& position, const std::vector<GrowthRow>& before,
                            const GrowthPlan& plan, const std::stop_token& stop) {
    const int depth = static_cast<int>(before.size()) + 1;
    if (depth > 1) {
        const double last = static_cast<double>(before.back().lines);
        const double growth =
            depth > 2 ? last / static_cast<double>(before[before.size() - 2].lines) : last;
        const double expected = last * growth;
        if (last == 0 || expected > static_cast<double>(plan.most_counted)) return 0;
    }
    PerftOptions options;
    options.depth = depth;
    options.stop = stop;
    const PerftResult result = run_perft(position, options);
    return result.stopped ? 0 : result.nodes;
}

// Every move of every node: all lines of this length, and all shorter ones on the way.
std::optional<NodeCount> counted_minimax(const GrowthRow& row,
                                         const std::vector<GrowthRow>& before) {
    if (row.lines == 0) return std::nullopt;
    NodeCount cell{row.lines, true};
    for (const GrowthRow& shorter : before) cell.nodes += shorter.lines;
    return cell;
}

}  // namespace

double fewest_leaves(double branching, int depth) {
    return std::pow(branching, (depth + 1) / 2) + std::pow(branching, depth / 2) - 1;
}

double fewest_nodes(double branching, int depth) {
    double nodes = 0;
    for (int ply = 1; ply <= depth; ++ply) nodes += fewest_leaves(branching, ply);
    return nodes;
}

std::string_view name_of(Method method) { return row_of(method).name; }

double GrowthRow::legal_moves() const { return std::pow(static_cast<double>(lines), 1.0 / depth); }

std::optional<double> NodeGrowth::branching(Method method, int depth) const {
    const auto index = static_cast<std::size_t>(depth);
    if (depth < 2 || index > rows.size()) return std::nullopt;
    const auto& now = rows[index - 1][method];
    const auto& before = rows[index - 2][method];
    if (!now || !before) return std::nullopt;
    return static_cast<double>(now->nodes) / static_cast<double>(before->nodes);
}

NodeGrowth measure_growth(const NamedPosition& position, const GrowthPlan& plan,
                          const std::stop_token& stop, const Progress& progress) {
    NodeGrowth growth{position, {}};
    std::array<bool, method_count> gave_up{};
    for (int depth = 1; depth <= plan.depth && !stop.stop_requested(); ++depth) {
        tell(progress, fmt::format("{}, depth {}: counting lines", position.name, depth));
        GrowthRow row{depth, counted_lines(position.position, growth.rows, plan, stop), {}};
        for (std::size_t i = 0; i < method_count && !stop.stop_requested(); ++i) {
            const auto method = static_cast<Method>(i);
            tell(progress, fmt::format("{}, depth {}: {}", position.name, depth, name_of(method)));
            const auto counted =
                method == Method::Minimax ? counted_minimax(row, growth.rows) : std::nullopt;
            const bool is_too_much = gave_up[i] || (counted && counted->nodes >= plan.most_nodes);
            if (!is_too_much) row.cells[i] = searched(method, position.position, depth, plan, stop);
            gave_up[i] = !row.cells[i];
            if (gave_up[i]) row.cells[i] = counted;
        }
        if (!stop.stop_requested()) growth.rows.push_back(row);
    }
    return growth;
}

}  // namespace rookery::lab
