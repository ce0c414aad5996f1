#include "lab/convergence.h"

#include "arena/statistics/chart.h"
#include "lab/measurement.h"
#include "notation/fen.h"
#include "notation/san.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rookery::lab {
namespace {

using arena::Measured;
using arena::ResultTable;

// The best move of one seed after some number of rounds.
struct SeedResult {
    Move move;
    double win_rate = 0.5;
};

class TreeListener final : public SearchListener {
  public:
    void on_tree(const TreeReport& report) override {
        if (!report.moves.empty())
            last = {report.moves.front().move, report.moves.front().win_rate};
    }
    SeedResult last;
};

std::vector<std::uint64_t> checkpoints_of(const ConvergencePlan& plan) {
    std::vector<std::uint64_t> rounds;
    for (std::uint64_t at = plan.first; at <= plan.last; at *= 2) rounds.push_back(at);
    return rounds;
}

// One tree that grows from checkpoint to checkpoint. When the result is proven, the tree grows no
// more and the best move stays.
std::vector<SeedResult> results_of(const SearcherEntry& entry, const Position& position,
                                   std::uint64_t seed,
                                   const std::vector<std::uint64_t>& checkpoints,
                                   const std::stop_token& stop) {
    SearcherSetup setup;
    setup.seed = seed;
    const auto searcher = entry.create(setup);
    searcher->resize({.hash_mib = 512, .threads = 1});
    TreeListener listener;
    std::vector<SeedResult> results;
    std::uint64_t done = 0;
    for (const std::uint64_t rounds : checkpoints) {
        Limits limits;
        limits.nodes = rounds - std::exchange(done, rounds);
        static_cast<void>(searcher->search(Root(position), limits, stop, listener));
        if (stop.stop_requested()) break;
        results.push_back(listener.last);
    }
    return results;
}

ConvergencePoint point_of(std::uint64_t rounds, const std::vector<SeedResult>& results) {
    ConvergencePoint point;
    point.rounds = rounds;
    double squares = 0;
    const auto count = static_cast<double>(results.size());
    for (const SeedResult& one : results) {
        point.mean += one.win_rate / count;
        point.lowest = std::min(point.lowest, one.win_rate);
        point.highest = std::max(point.highest, one.win_rate);
        const auto agreeing = static_cast<int>(std::ranges::count_if(
            results, [&](const SeedResult& other) { return other.move == one.move; }));
        if (agreeing > point.seeds_for_it) {
            point.favourite = one.move;
            point.seeds_for_it = agreeing;
        }
    }
    for (const SeedResult& one : results)
        squares += (one.win_rate - point.mean) * (one.win_rate - point.mean);
    if (results.size() > 1) point.deviation = std::sqrt(squares / (count - 1));
    return point;
}

}  // namespace

Convergence measure_convergence(const NamedPosition& position, const SearcherEntry& searcher,
                                const ConvergencePlan& plan, const std::stop_token& stop,
                                const Progress& progress) {
    Convergence convergence{position, std::string(searcher.name), 0, {}};
    const std::vector<std::uint64_t> checkpoints = checkpoints_of(plan);
    std::vector<std::vector<SeedResult>> by_checkpoint(checkpoints.size());
    for (int seed = 1; seed <= plan.seeds; ++seed) {
        report(progress, fmt::format("{}, {}: seed {} of {}", position.name, searcher.name, seed,
                                     plan.seeds));
        const auto results = results_of(searcher, position.position,
                                        static_cast<std::uint64_t>(seed), checkpoints, stop);
        if (stop.stop_requested()) break;
        for (std::size_t i = 0; i < results.size(); ++i) by_checkpoint[i].push_back(results[i]);
        convergence.seeds = seed;
    }
    for (std::size_t i = 0; i < checkpoints.size() && convergence.seeds > 0; ++i)
        convergence.points.push_back(point_of(checkpoints[i], by_checkpoint[i]));
    return convergence;
}

ResultTable convergence_table(const Convergence& convergence) {
    ResultTable table{
        .title = fmt::format("{} on {}, {}: {}", convergence.searcher, convergence.of.name,
                             convergence.seeds == 1 ? "1 seed"
                                                    : fmt::format("{} seeds", convergence.seeds),
                             to_fen(convergence.of.position)),
        .key = key_of(fmt::format("settling_{}_{}", convergence.searcher, convergence.of.name))};
    table.columns = {{.name = "rounds", .key = "rounds", .grouped = true},
                     percent_column("win rate", "win_rate"),
                     percent_column("deviation", "deviation"),
                     {"favourite", "favourite"},
                     {"seeds for it", "seeds_for_it"}};
    for (const ConvergencePoint& point : convergence.points)
        table.rows.push_back({measured(point.rounds),
                              Measured{100 * point.mean, 100 * point.lowest, 100 * point.highest},
                              measured(100 * point.deviation),
                              to_san(convergence.of.position, point.favourite),
                              measured(point.seeds_for_it)});
    return table;
}

std::string convergence_chart(const std::vector<Convergence>& all) {
    arena::Chart chart;
    chart.title = "How a win rate converges";
    chart.x_label = "rounds";
    chart.y_label = "win rate of the best move, %";
    chart.log_x = true;
    for (const Convergence& one : all) {
        arena::ChartSeries series{one.searcher + ", " + one.of.name, {}};
        arena::ChartBand band;
        band.series = chart.series.size();
        for (const ConvergencePoint& point : one.points) {
            const auto rounds = static_cast<double>(point.rounds);
            series.points.push_back({rounds, 100 * point.mean});
            band.slices.push_back({rounds, 100 * point.lowest, 100 * point.highest});
        }
        chart.series.push_back(std::move(series));
        chart.bands.push_back(std::move(band));
    }
    return arena::svg_of(chart);
}

}  // namespace rookery::lab
