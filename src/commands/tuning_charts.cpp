#include "arena/statistics/chart.h"
#include "arena/statistics/elo.h"
#include "commands/tuning_tables.h"

#include <limits>

namespace rookery {
namespace {

using namespace tune;
using arena::Chart;
using arena::ChartBand;
using arena::ChartSeries;

using Outcomes = std::vector<TuningOutcome>;

double in_steps(const TunedNumber& number, double value) { return (value - number.start) / number.step; }

// A series, and the area it may lie in.
struct Strip {
    ChartSeries series;
    ChartBand band;

    void add(double x, double y, double low, double high) {
        series.points.push_back({x, y});
        band.slices.push_back({x, low, high});
    }
};

void add_to(Chart& chart, Strip strip) {
    strip.band.series = chart.series.size();
    chart.series.push_back(std::move(strip.series));
    chart.bands.push_back(std::move(strip.band));
}

// Repeats of a depth give their mean, and the range they lie in.
Strip over_depths(const TunedNumber& number, std::size_t i, const Outcomes& outcomes) {
    Strip strip{{number.name, {}}, {}};
    for (std::size_t first = 0, last = 0; first < outcomes.size(); first = last) {
        double sum = 0;
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        for (; last < outcomes.size() && outcomes[last].job.control == outcomes[first].job.control; ++last) {
            const double value = in_steps(number, outcomes[last].values[i]);
            sum += value;
            low = std::min(low, value);
            high = std::max(high, value);
        }
        strip.add(outcomes[first].job.depth.value_or(0), sum / static_cast<double>(last - first), low, high);
    }
    return strip;
}

ChartSeries over_games(const TunedNumber& number, std::size_t i, const TuningOutcome& outcome) {
    ChartSeries series{number.name, {}};
    for (const Moment& moment : outcome.history)
        series.points.push_back({static_cast<double>(moment.games), in_steps(number, moment.values[i])});
    return series;
}

Strip scores_of(const char* name, const Outcomes& outcomes, arena::PairCounts TuningOutcome::*match) {
    Strip strip{{name, {}}, {}};
    for (const TuningOutcome& one : outcomes) {
        if (!one.job.depth || (one.*match).total() == 0) continue;
        const arena::Bounded score = arena::estimate_elo(one.*match).score;
        strip.add(*one.job.depth, 100 * score.value, 100 * score.low, 100 * score.high);
    }
    return strip;
}

}  // namespace

std::string values_chart(const TuningPlan& plan, const Outcomes& outcomes) {
    Chart chart;
    chart.title = "Tuning by games";
    const bool single = outcomes.size() == 1;
    chart.x_label = single ? "games" : "depth";
    chart.y_label = "change from the start, in steps";
    chart.width = 900;
    chart.height = 600;
    const auto& halves = plan.numbers.halves();
    for (std::size_t i = 0; i < plan.numbers.numbers().size(); ++i) {
        TunedNumber number = plan.numbers.numbers()[i];
        if (!halves.empty()) number.name = short_name(halves[i].weight) + (halves[i].endgame ? " eg" : " mg");
        if (single)
            chart.series.push_back(over_games(number, i, outcomes.front()));
        else
            add_to(chart, over_depths(number, i, outcomes));
        // Both halves of a weight have one colour.
        if (!halves.empty() && halves[i].endgame) chart.series.back().twin_of = i - 1;
    }
    return arena::svg_of(chart);
}

std::string score_chart(const Outcomes& outcomes) {
    Chart chart;
    chart.title = "The tuned values against the start, with 95 % intervals";
    chart.x_label = "depth";
    chart.y_label = "score, %";
    chart.levels.push_back({50, "even"});
    Strip study{{"study, 20 games", {}}, {}};
    for (const StudyResult& one : study_results) {
        const arena::Bounded score = arena::estimate_elo(games_of(one)).score;
        study.add(one.depth, one.percent, 100 * score.low, 100 * score.high);
    }
    add_to(chart, std::move(study));
    add_to(chart, scores_of("here, ten openings", outcomes, &TuningOutcome::ten_openings));
    add_to(chart, scores_of("here, other openings", outcomes, &TuningOutcome::others));
    return arena::svg_of(chart);
}

}  // namespace rookery
