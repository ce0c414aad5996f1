#include "lab/node_growth.h"

#include "arena/statistics/chart.h"
#include "chess/movegen.h"
#include "chess/perft.h"
#include "lab/measurement.h"
#include "notation/fen.h"
#include "search/textbook/textbook_searchers.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>

namespace rookery::lab {
namespace {

using arena::Cell;
using arena::ResultTable;

struct MethodRow {
    std::string_view name;
    std::unique_ptr<Searcher> (*make)(const SearcherSetup&);
    bool use_table = true;
};

constexpr MethodRow method_rows[method_count] = {
    {"minimax", textbook::make_minimax},
    {"alphabeta", textbook::make_alphabeta},
    {"alphabeta-sorted", textbook::make_sorted_alphabeta},
    {"iterative, no table", textbook::make_iterative, false},
    {"iterative", textbook::make_iterative},
};

constexpr Method all_methods[method_count] = {Method::Minimax, Method::AlphaBeta, Method::Sorted,
                                              Method::WithoutTable, Method::WithTable};

const MethodRow& row_of(Method method) { return method_rows[static_cast<std::size_t>(method)]; }

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

// Counts the lines by perft; 0 if there are probably too many.
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

// Minimax makes every move of every node: all lines of this length and all shorter ones.
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
        report(progress, fmt::format("{}, depth {}: counting lines", position.name, depth));
        GrowthRow row{depth, counted_lines(position.position, growth.rows, plan, stop), {}};
        for (std::size_t i = 0; i < method_count && !stop.stop_requested(); ++i) {
            const auto method = static_cast<Method>(i);
            report(progress,
                   fmt::format("{}, depth {}: {}", position.name, depth, name_of(method)));
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

ResultTable nodes_table(const NodeGrowth& growth) {
    const Position& position = growth.of.position;
    ResultTable table{.title = fmt::format("{}, {} moves: {}", growth.of.name,
                                           count_moves(position), to_fen(position)),
                      .key = "nodes_" + key_of(growth.of.name)};
    table.columns = {{"depth", "depth"}};
    for (const Method method : all_methods)
        table.columns.push_back({.name = std::string(name_of(method)),
                                 .key = key_of(name_of(method)),
                                 .grouped = true});
    table.columns.push_back({.name = "fewest", .key = "fewest", .grouped = true});
    table.columns.push_back({"sorted is, ×", "sorted_to_fewest", 2});
    table.columns.push_back({"moves", "moves", 1});
    std::string counted;
    for (const GrowthRow& row : growth.rows) {
        auto& cells = table.rows.emplace_back(1, Cell(measured(row.depth)));
        for (const Method method : all_methods) {
            cells.push_back(row[method] ? Cell(measured(row[method]->nodes)) : Cell());
            if (row[method] && row[method]->is_counted)
                counted += fmt::format("{} {}", counted.empty() ? "" : " and", row.depth);
        }
        const double fewest = row.lines > 0 ? fewest_nodes(row.legal_moves(), row.depth) : 0;
        const auto& sorted = row[Method::Sorted];
        cells.push_back(fewest > 0 ? Cell(measured(fewest)) : Cell());
        cells.push_back(fewest > 0 && sorted
                            ? Cell(measured(static_cast<double>(sorted->nodes) / fewest))
                            : Cell());
        cells.push_back(fewest > 0 ? Cell(measured(row.legal_moves())) : Cell());
    }
    if (!counted.empty())
        table.notes.push_back("minimax counted by perft, not searched, at depth" + counted +
                              ": it makes every legal move");
    return table;
}

ResultTable branching_table(const NodeGrowth& growth) {
    ResultTable table{.title = growth.of.name + ": times the nodes of the depth before",
                      .key = "growth_" + key_of(growth.of.name)};
    table.columns = {{"depth", "depth"}};
    for (const Method method : all_methods)
        table.columns.push_back({std::string(name_of(method)), key_of(name_of(method)), 2});
    for (std::size_t i = 1; i < growth.rows.size(); ++i) {
        const int depth = growth.rows[i].depth;
        auto& cells = table.rows.emplace_back(1, Cell(measured(depth)));
        for (const Method method : all_methods) {
            const auto times = growth.branching(method, depth);
            cells.push_back(times ? Cell(measured(*times)) : Cell());
        }
    }
    return table;
}

std::string nodes_chart(const NodeGrowth& growth) {
    arena::Chart chart;
    chart.title = growth.of.name + ": nodes by depth";
    chart.x_label = "depth in plies";
    chart.y_label = "nodes";
    chart.log_y = true;
    chart.width = 900;  // fits the names of all methods in one row
    for (std::size_t i = 0; i < method_count; ++i) {
        arena::ChartSeries series{std::string(name_of(static_cast<Method>(i))), {}};
        for (const GrowthRow& row : growth.rows)
            if (const auto& cell = row.cells[i])
                series.points.push_back(
                    {static_cast<double>(row.depth), static_cast<double>(cell->nodes)});
        chart.series.push_back(std::move(series));
    }
    arena::ChartSeries fewest{"fewest", {}};
    for (const GrowthRow& row : growth.rows)
        if (row.lines > 0)
            fewest.points.push_back(
                {static_cast<double>(row.depth), fewest_nodes(row.legal_moves(), row.depth)});
    chart.series.push_back(std::move(fewest));
    return arena::svg_of(chart);
}

}  // namespace rookery::lab
