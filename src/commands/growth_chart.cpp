#include "arena/statistics/chart.h"
#include "commands/growth_tables.h"

namespace rookery {

using namespace lab;

std::string nodes_chart(const NodeGrowth& growth) {
    arena::Chart chart;
    chart.title = growth.of.name + ": nodes by depth";
    chart.x_label = "depth in plies";
    chart.y_label = "nodes";
    chart.log_y = true;
    chart.width = 900;  // for the names of all methods in one row
    for (std::size_t i = 0; i < method_count; ++i) {
        arena::ChartSeries series{std::string(name_of(static_cast<Method>(i))), {}};
        for (const GrowthRow& row : growth.rows)
            if (const auto& cell = row.cells[i])
                series.points.push_back({static_cast<double>(row.depth), static_cast<double>(cell->nodes)});
        chart.series.push_back(std::move(series));
    }
    arena::ChartSeries fewest{"fewest", {}};
    for (const GrowthRow& row : growth.rows)
        if (row.lines > 0)
            fewest.points.push_back({static_cast<double>(row.depth), fewest_nodes(row.legal_moves(), row.depth)});
    chart.series.push_back(std::move(fewest));
    return arena::svg_of(chart);
}

std::string settling_chart(const std::vector<Settling>& settlings) {
    arena::Chart chart;
    chart.title = "How a win rate settles";
    chart.x_label = "rounds";
    chart.y_label = "win rate of the best move, %";
    chart.log_x = true;
    for (const Settling& one : settlings) {
        arena::ChartSeries series{one.searcher + ", " + one.of.name, {}};
        arena::ChartBand band;
        band.series = chart.series.size();
        for (const SettlingPoint& point : one.points) {
            const auto rounds = static_cast<double>(point.rounds);
            series.points.push_back({rounds, 100 * point.mean});
            band.slices.push_back({rounds, 100 * point.lowest, 100 * point.highest});
        }
        chart.series.push_back(std::move(series));
        chart.bands.push_back(std::move(band));
    }
    return arena::svg_of(chart);
}

}  // namespace rookery
