#include "tune/tuning_tables.h"

#include "arena/statistics/chart.h"
#include "arena/statistics/elo.h"
#include "ui/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace rookery::tune {
namespace {

using namespace arena;
using TuningOutcomes = std::vector<TuningOutcome>;

// The outcomes grouped by time control, so that the repeats of a tuning are together.
std::vector<TuningOutcomes> by_control(const TuningOutcomes& outcomes) {
    std::vector<TuningOutcomes> groups;
    for (const TuningOutcome& one : outcomes) {
        if (groups.empty() || groups.back().front().job.control != one.job.control)
            groups.emplace_back();
        groups.back().push_back(one);
    }
    return groups;
}

// "depth 4"; "now" if there is only one time control and it has no depth.
std::string name_of(const TuningOutcomes& group) {
    const std::optional<int> depth = group.front().job.depth;
    return depth ? fmt::format("depth {}", *depth) : "now";
}

// The mean of the repeats with their range.
Measured value_in(const TuningOutcomes& group, std::size_t parameter) {
    Measured value;
    for (const TuningOutcome& one : group) {
        value.value += one.values[parameter] / static_cast<double>(group.size());
        value.low = std::min(value.low.value_or(one.values[parameter]), one.values[parameter]);
        value.high = std::max(value.high.value_or(one.values[parameter]), one.values[parameter]);
    }
    if (group.size() == 1) value.low = value.high = std::nullopt;
    return value;
}

std::string halves_text(double mg, double eg) {
    const auto text = [](double value) {
        return fmt::format("{:g}", std::round(value * 10) / 10 + 0.0);
    };
    return text(mg) + ',' + text(eg);
}

// Adds a cell for each weight; value_of(i) is the value of parameter i in its own unit.
template <class ValueOf>
void add_weights(const TuningPlan& plan, const ValueOf& value_of, std::vector<Cell>& row) {
    const auto& halves = plan.parameters.halves();
    for (std::size_t i = 0; i < halves.size(); i += 2)
        row.emplace_back(halves_text(in_centipawns(halves[i], value_of(i)),
                                     in_centipawns(halves[i + 1], value_of(i + 1))));
}

bool has_weights_of_study(const TuningPlan& plan) {
    const auto own = TunedParameters::weights({}, TunedParameters::Start::Study);
    const auto& halves = plan.parameters.halves();
    return own && halves.size() == own->halves().size() &&
           std::ranges::equal(halves, own->halves(), {}, &WeightHalf::weight, &WeightHalf::weight);
}

Cell percent_of(const TuningOutcomes& group) {
    PairCounts sum;
    for (const TuningOutcome& one : group) sum += one.ten_openings;
    if (sum.total() == 0) return {};
    return Measured{100 * estimate_elo(sum).score.value};
}

std::vector<Cell> judgement_row(const std::string& match, const PairCounts& pairs) {
    const GameCounts games = pairs.games();
    const EloEstimate estimate = estimate_elo(pairs);
    const auto count = [](std::uint64_t number) { return Measured{static_cast<double>(number)}; };
    return {
        match,
        count(games.total()),
        count(games.wins),
        count(games.draws),
        count(games.losses),
        Measured{100 * estimate.score.value, 100 * estimate.score.low, 100 * estimate.score.high},
        Measured{estimate.elo.value, estimate.elo.low, estimate.elo.high},
        Measured{100 * estimate.superiority},
        Measured{sign_test(games.wins, games.losses)},
        Measured{sign_test(pairs.pairs[3] + pairs.pairs[4], pairs.pairs[0] + pairs.pairs[1])}};
}

std::vector<Cell> study_row(const StudyResult& study) {
    const GameCounts games = games_of(study);
    const EloEstimate estimate = estimate_elo(games);
    return {
        fmt::format("study, depth {}", study.depth),
        Measured{study_games},
        Cell(),
        Cell(),
        Cell(),
        Measured{100 * estimate.score.value, 100 * estimate.score.low, 100 * estimate.score.high},
        Measured{estimate.elo.value, estimate.elo.low, estimate.elo.high},
        Measured{100 * estimate.superiority},
        Measured{sign_test(games.wins, games.losses)},
        Cell()};
}

double in_steps(const TunedParameter& parameter, double value) {
    return (value - parameter.start) / parameter.step;
}

// A series with its range.
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

// The mean of the repeats of each depth with their range.
Strip over_depths(const TunedParameter& parameter, std::size_t i, const TuningOutcomes& outcomes) {
    Strip strip{{parameter.name, {}}, {}};
    for (std::size_t first = 0, last = 0; first < outcomes.size(); first = last) {
        double sum = 0;
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        for (; last < outcomes.size() && outcomes[last].job.control == outcomes[first].job.control;
             ++last) {
            const double value = in_steps(parameter, outcomes[last].values[i]);
            sum += value;
            low = std::min(low, value);
            high = std::max(high, value);
        }
        strip.add(outcomes[first].job.depth.value_or(0), sum / static_cast<double>(last - first),
                  low, high);
    }
    return strip;
}

ChartSeries over_games(const TunedParameter& parameter, std::size_t i,
                       const TuningOutcome& outcome) {
    ChartSeries series{parameter.name, {}};
    for (const Moment& moment : outcome.history)
        series.points.push_back(
            {static_cast<double>(moment.games), in_steps(parameter, moment.values[i])});
    return series;
}

Strip scores_of(const char* name, const TuningOutcomes& outcomes,
                PairCounts TuningOutcome::*match) {
    Strip strip{{name, {}}, {}};
    for (const TuningOutcome& one : outcomes) {
        if (!one.job.depth || (one.*match).total() == 0) continue;
        const Bounded score = estimate_elo(one.*match).score;
        strip.add(*one.job.depth, 100 * score.value, 100 * score.low, 100 * score.high);
    }
    return strip;
}

}  // namespace

GameCounts games_of(const StudyResult& study) {
    const auto wins = static_cast<std::uint64_t>(study_games * study.percent / 100);
    return {wins, 0, study_games - wins};
}

ResultTable parameters_table(const TuningPlan& plan, const TuningOutcomes& outcomes) {
    const bool weights = !plan.parameters.halves().empty();
    const auto groups = by_control(outcomes);
    ResultTable table{
        "",
        "numbers",
        {{weights ? "weight" : "setting", "name"}, {"start", "start", weights ? 1 : 0}},
        {},
        {}};
    for (const TuningOutcomes& group : groups) {
        std::string key = name_of(group);
        std::ranges::replace(key, ' ', '_');
        table.columns.push_back({name_of(group), key, 2});
    }
    if (weights) table.columns.push_back({"own", "own"});
    for (std::size_t i = 0; i < plan.parameters.all().size(); ++i) {
        const TunedParameter& parameter = plan.parameters.all()[i];
        std::vector<Cell> row{parameter.name, Measured{parameter.start}};
        for (const TuningOutcomes& group : groups) row.emplace_back(value_in(group, i));
        if (weights)
            row.emplace_back(Measured{static_cast<double>(own_value(plan.parameters.halves()[i]))});
        table.rows.push_back(std::move(row));
    }
    if (outcomes.size() == 1) {
        const Choice start = rounded(starts_of(plan.parameters.all()));
        // The values of a player without settings.
        Choice base = weights ? Choice() : start;
        for (const WeightHalf& half : plan.parameters.halves()) base.push_back(own_value(half));
        // Names of weights have brackets, which mean something to a shell.
        const auto player_with = [&](const Choice& values) {
            return shell_word(plan.searcher + (weights ? ",Evaluator=classical" : "") +
                              plan.parameters.text_of(values, base));
        };
        table.notes.push_back(fmt::format("to be measured: {} match {} {}", command_name(),
                                          player_with(rounded(outcomes[0].values)),
                                          player_with(start)));
    }
    return table;
}

ResultTable values_table(const TuningPlan& plan, const TuningOutcomes& outcomes) {
    ResultTable table{"Values in hundredths of a pawn, middlegame and endgame; the score is that "
                      "of 20 games against the start",
                      "values",
                      {{"", "who"}, {"games", "games"}, {"score %", "score", 1}},
                      {},
                      {}};
    const auto& halves = plan.parameters.halves();
    for (std::size_t i = 0; i < halves.size(); i += 2) {
        std::string key = short_name(halves[i].weight);
        table.columns.push_back({key, key});
        std::ranges::replace(table.columns.back().key, ' ', '_');
    }
    const auto add_row = [&](const std::string& who, Cell games, Cell score, const auto& value_of) {
        table.rows.push_back({who, std::move(games), std::move(score)});
        add_weights(plan, value_of, table.rows.back());
    };
    add_row("start", {}, {}, [&](std::size_t i) { return plan.parameters.all()[i].start; });
    if (has_weights_of_study(plan))
        for (const StudyResult& study : study_results) {
            std::vector<Cell> row{fmt::format("study, depth {}", study.depth), Cell(),
                                  Measured{static_cast<double>(study.percent)}};
            for (const Centipawns& value : study.values)
                row.emplace_back(halves_text(value.mg, value.eg));
            table.rows.push_back(std::move(row));
        }
    for (const TuningOutcomes& group : by_control(outcomes)) {
        double games = 0;
        for (const TuningOutcome& one : group) games += static_cast<double>(one.games);
        add_row(name_of(group), Measured{games}, percent_of(group),
                [&](std::size_t i) { return value_in(group, i).value; });
    }
    add_row("own", {}, {},
            [&](std::size_t i) { return static_cast<double>(own_value(halves[i])); });
    return table;
}

ResultTable judgement_table(const TuningPlan& plan, const TuningOutcomes& outcomes) {
    ResultTable table{"The tuned values against the start",
                      "judgement",
                      {{"match", "match"},
                       {"games", "games"},
                       {"won", "won"},
                       {"drawn", "drawn"},
                       {"lost", "lost"},
                       {"score %", "score", 1},
                       {"Elo", "elo", 0, true},
                       {"LOS %", "los", 1},
                       {"p games", "p_games", 4},
                       {"p pairs", "p_pairs", 4}},
                      {},
                      {}};
    if (has_weights_of_study(plan))
        for (const StudyResult& study : study_results) table.rows.push_back(study_row(study));
    const auto add_rows = [&](const std::string& name, const PairCounts& ten_openings,
                              const PairCounts& others) {
        if (ten_openings.total() > 0)
            table.rows.push_back(judgement_row(name + ", ten openings", ten_openings));
        if (others.total() > 0)
            table.rows.push_back(
                judgement_row(fmt::format("{}, {}", name, plan.judging_openings.name), others));
    };
    for (const TuningOutcomes& group : by_control(outcomes)) {
        TuningOutcome all;
        for (const TuningOutcome& one : group) {
            add_rows(one.job.name, one.ten_openings, one.others);
            all.ten_openings += one.ten_openings;
            all.others += one.others;
        }
        if (group.size() > 1)
            add_rows(group.front().job.at + ", all seeds", all.ten_openings, all.others);
    }
    table.notes = {"Ranges hold the truth in 95 of 100 matches; they come from pairs of games. p: "
                   "how likely equal",
                   "players part by so much, by the exact two-sided sign test on games won and "
                   "lost, and on pairs."};
    if (has_weights_of_study(plan)) {
        table.notes.emplace_back("The study does not tell its draws: its figures are for none. "
                                 "Without a lost game, p would be");
        std::string least;
        for (const StudyResult& study : study_results) {
            const int more = study_games * (2 * study.percent - 100) / 100;
            least += fmt::format("{}{:.4f} (depth {})", least.empty() ? "" : ", ",
                                 sign_test(static_cast<std::uint64_t>(more), 0), study.depth);
        }
        table.notes.push_back(least + ".");
    }
    return table;
}

std::string values_chart(const TuningPlan& plan, const TuningOutcomes& outcomes) {
    Chart chart;
    chart.title = "Tuning by games";
    const bool single = outcomes.size() == 1;
    chart.x_label = single ? "games" : "depth";
    chart.y_label = "change from the start, in steps";
    chart.width = 900;
    chart.height = 600;
    const auto& halves = plan.parameters.halves();
    for (std::size_t i = 0; i < plan.parameters.all().size(); ++i) {
        TunedParameter parameter = plan.parameters.all()[i];
        if (!halves.empty())
            parameter.name = short_name(halves[i].weight) + (halves[i].endgame ? " eg" : " mg");
        if (single)
            chart.series.push_back(over_games(parameter, i, outcomes.front()));
        else
            add_to(chart, over_depths(parameter, i, outcomes));
        // Both halves of a weight have the same colour.
        if (!halves.empty() && halves[i].endgame) chart.series.back().twin_of = i - 1;
    }
    return svg_of(chart);
}

std::string score_chart(const TuningOutcomes& outcomes) {
    Chart chart;
    chart.title = "The tuned values against the start, with 95 % intervals";
    chart.x_label = "depth";
    chart.y_label = "score, %";
    chart.levels.push_back({50, "even"});
    Strip study{{"study, 20 games", {}}, {}};
    for (const StudyResult& one : study_results) {
        const Bounded score = estimate_elo(games_of(one)).score;
        study.add(one.depth, one.percent, 100 * score.low, 100 * score.high);
    }
    add_to(chart, std::move(study));
    add_to(chart, scores_of("here, ten openings", outcomes, &TuningOutcome::ten_openings));
    add_to(chart, scores_of("here, other openings", outcomes, &TuningOutcome::others));
    return svg_of(chart);
}

}  // namespace rookery::tune
