#include "arena/statistics/progress_chart.h"

#include "arena/statistics/sprt.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rookery::arena {

Chart llr_chart(std::string title, const std::vector<ProgressPoint>& progress,
                const SprtSettings& settings) {
    Chart chart;
    chart.title = std::move(title);
    chart.x_label = "games";
    chart.y_label = "log-likelihood ratio";
    ChartSeries series{"LLR", {{0, 0}}};
    for (const ProgressPoint& point : progress)
        series.points.push_back({static_cast<double>(point.games), point.llr});
    chart.series.push_back(std::move(series));
    const SprtBounds bounds = sprt_bounds(settings);
    const char* const unit = settings.model == EloModel::Normalized ? "nElo" : "Elo";
    chart.levels = {{bounds.upper, fmt::format("H1: {} {}", settings.elo1, unit)},
                    {bounds.lower, fmt::format("H0: {} {}", settings.elo0, unit)}};
    return chart;
}

Chart elo_chart(std::string title, const std::vector<ProgressPoint>& progress) {
    Chart chart;
    chart.title = std::move(title);
    chart.x_label = "games";
    chart.y_label = "Elo";
    chart.levels = {{0, ""}};
    ChartSeries series{"Elo", {}};
    ChartBand band{"95 %", {}, 0};
    const std::uint64_t settled = progress.empty() ? 0 : progress.back().games / 10;
    double low = 0;
    double high = 0;
    for (const ProgressPoint& point : progress) {
        const double x = static_cast<double>(point.games);
        series.points.push_back({x, point.elo.value});
        band.slices.push_back({x, point.elo.low, point.elo.high});
        if (point.games < settled) continue;
        for (double y : {point.elo.value, point.elo.low, point.elo.high}) {
            if (!std::isfinite(y)) continue;
            low = std::min(low, y);
            high = std::max(high, y);
        }
    }
    const double air = (high - low) / 20;
    chart.y_low = low - air;
    chart.y_high = high + air;
    chart.series.push_back(std::move(series));
    chart.bands.push_back(std::move(band));
    return chart;
}

}  // namespace rookery::arena
